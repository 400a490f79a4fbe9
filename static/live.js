// Live: listens for newer versions of the match that the page shows, and says on the page whether it is live.
// What it hears it tells app.js as an event "newer" (the version and, for those who look on, the page itself);
// app.js tells it "swapped" when another page stands there.

const POLL = 2000; // ms between two questions while there is no stream
const REFUSED = 30_000; // ms until a refused stream is tried again
const SILENCE = 10_000; // ms after which a stream that says nothing is dead, whatever the network says
const PATIENCE = 4000; // ms until a question counts as not answered
let stream = null;
let followed = ''; // the address of the stream
let isLive = false;
let poller = 0;
let tryAt = 0;
let heardAt = 0;

const main = () => document.querySelector('main');

function sayLive() {
  const sign = document.getElementById('live');
  if (!sign || !followed) return;
  sign.hidden = false;
  sign.classList.toggle('off', !isLive);
  const says = isLive ? sign.dataset.on : sign.dataset.off;
  if (sign.textContent !== says) sign.textContent = says;
}

function setLive(on) {
  isLive = on;
  sayLive();
}

const since = () => `${followed}${followed.includes('?') ? '&' : '?'}since=${main().dataset.version}`;
const tell = (version, page) => document.dispatchEvent(new CustomEvent('newer', { detail: { version, page } }));

function rest() {
  stream?.close();
  clearTimeout(poller);
  [stream, poller] = [null, 0];
}

function follow() {
  const address = document.hidden ? '' : main().dataset.live ?? '';
  sayLive();
  if (address === followed && (stream || poller || !address)) return;
  rest();
  followed = address;
  if (!address) return;
  if (Date.now() < tryAt) poll();
  else listen();
}

function listen() {
  const source = stream = new EventSource(since());
  for (const word of ['open', 'alive', 'version', 'board']) source.addEventListener(word, () => { heardAt = Date.now(); });
  heardAt = Date.now();
  source.addEventListener('open', () => {
    clearTimeout(poller);
    poller = 0;
    setLive(true);
  });
  source.addEventListener('version', (event) => tell(Number(event.data), ''));
  source.addEventListener('board', (event) => tell(Number(event.lastEventId), event.data));
  source.addEventListener('gone', () => {
    source.close();
    leave();
  });
  source.addEventListener('error', () => {
    if (source !== stream) return;
    setLive(false);
    if (source.readyState === EventSource.CLOSED) [stream, tryAt] = [null, Date.now() + REFUSED];
    clearTimeout(poller);
    poller = setTimeout(poll, 200); // a broken stream comes back by itself; until then we ask
  });
}

// This phone's right has ended: what it may still see says so.
function leave() {
  const address = new URL(location.href);
  address.searchParams.set('gone', '1');
  location.replace(address);
}

// A network that breaks without a word leaves a stream that looks open.
setInterval(() => {
  if (!stream || document.hidden || Date.now() - heardAt < SILENCE) return;
  stream.close();
  stream = null;
  setLive(false);
  poll();
}, 1000);

// Asked while there is no stream. Without one, the page is live as long as it is answered.
async function poll() {
  clearTimeout(poller);
  poller = setTimeout(poll, POLL);
  const asked = followed;
  try {
    const answer = await fetch(`${since()}&poll=1`, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) });
    if (asked !== followed) return;
    if (answer.status === 200) tell(Number(await answer.text()), '');
    if (answer.status === 403 || answer.status === 404) leave();
    setLive(answer.ok);
  } catch {
    if (asked === followed) setLive(false);
  }
  if (asked !== followed) return;
  if (stream?.readyState === EventSource.OPEN) {
    clearTimeout(poller);
    poller = 0;
    setLive(true);
  } else if (!stream && Date.now() >= tryAt) {
    clearTimeout(poller);
    poller = 0;
    listen();
  }
}

// The large view keeps its screen awake where the browser can.
async function stayAwake() {
  if (!document.querySelector('.tv') || document.hidden) return;
  try {
    await navigator.wakeLock?.request('screen');
  } catch { /* not allowed here */ }
}

function wake() {
  tryAt = 0;
  rest();
  followed = '';
  follow();
  stayAwake();
}

document.addEventListener('swapped', follow);
document.addEventListener('visibilitychange', wake);
addEventListener('online', wake);
addEventListener('pageshow', wake);
addEventListener('pagehide', rest);
