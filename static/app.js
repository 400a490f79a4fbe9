// Makes the score screen quick. Every page works without it: forms post, links get, pages answer.
// Links and forms with data-quick are fetched and <main> is replaced; all others are left alone.

const PATIENCE = 10_000; // ms until an answer counts as lost
const DOUBLE_TAP = 350; // ms in which the same key again is the same tap
const HOLDING = 1000; // ms after which a finger that stays down is no tap any more
const SETTLING = 800; // ms after another phone's line in which a finger may be on its way to what stood there before
const announcer = document.getElementById('announce');
const trouble = document.getElementById('trouble');
let flight = null; // the tap that is being answered: id of its key, address, body
let lost = null; // the tap that got no answer: the same once more keeps its request id
let waiting = []; // keys tapped meanwhile, in order
let last = { id: '', at: 0 };
let resting = 0; // where the page stood before a question scrolled it
let opener = ''; // the key that led to the question: it gets the focus back

const wordsOf = (body) => String(body && new URLSearchParams([...body].filter(([name]) => name !== 'request')));

function freshRequest() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function announce(text) {
  announcer.textContent = '';
  if (text) setTimeout(() => { announcer.textContent = text; }, 60);
}

function localTimes(part) {
  for (const time of part.querySelectorAll('time[data-style]')) {
    const dateStyle = time.dataset.style === 'day' ? 'medium' : undefined;
    time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle, timeStyle: 'short' });
  }
}

// The zone of this device, for the days and times of pages that the server draws.
function tellZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone) document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax`;
}

function prepare(part) {
  localTimes(part);
  for (const form of part.querySelectorAll('form.game')) fitRules(form);
  for (const form of part.querySelectorAll('form:has(.counts)')) aim(form);
  for (const key of part.querySelectorAll('#share')) key.hidden = !navigator.share;
  for (const key of part.querySelectorAll('[data-send]')) key.hidden = !navigator.share && !navigator.clipboard;
}

function celebrate() {
  const closed = document.querySelector('[data-celebrate]');
  if (!closed) return;
  try {
    if (localStorage.getItem('celebrated') !== closed.dataset.celebrate) closed.classList.add('celebrate');
    localStorage.setItem('celebrated', closed.dataset.celebrate);
  } catch { /* a private window: no celebration */ }
}

// Put the next page in the place of this one: what has changed is marked, times are local.
function swap(page, old, next) {
  for (const part of next.querySelectorAll('[data-mark]')) {
    part.classList.toggle('changed', document.getElementById(part.id)?.textContent !== part.textContent);
  }
  prepare(next);
  old.replaceWith(next);
  document.querySelector('.mast')?.remove();
  next.before(...page.querySelectorAll('.mast'));
  document.title = page.title;
  celebrate();
}

function show(page, address) {
  const old = document.querySelector('main');
  const next = document.adoptNode(page.querySelector('main'));
  const focused = document.activeElement?.id;
  const asked = next.querySelector('[data-focus], [aria-invalid="true"]');
  const wasAsked = old.querySelector('[data-focus]');
  if (!wasAsked) [resting, opener] = [scrollY, focused];
  for (const part of old.querySelectorAll('[data-stays][open]')) next.querySelector(`#${part.id}`)?.setAttribute('open', '');
  swap(page, old, next);
  if (address) history.replaceState(null, '', address);
  (asked ?? document.getElementById(focused) ?? document.getElementById(opener) ?? next).focus({ preventScroll: true });
  if (next.className !== old.className) scrollTo(0, 0);
  else scrollTo(0, asked ? scrollY : resting);
  asked?.scrollIntoView({ block: 'nearest' });
  announce(next.dataset.announce);
  document.dispatchEvent(new Event('swapped'));
}

// True: an answer came and said yes. False: it said no, or none came.
async function fly(tap) {
  flight = tap;
  const key = document.getElementById(tap.id);
  key?.classList.add('sent');
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const answer = await fetch(tap.address, { method: tap.body ? 'POST' : 'GET', body: tap.body, signal: stop.signal });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (answer.status >= 500 || !page.querySelector('main')) throw new Error(answer.statusText);
    lost = null;
    await lifted();
    show(page, !tap.body || answer.redirected ? answer.url : null);
    return answer.ok;
  } catch {
    lost = tap;
    return false;
  } finally {
    clearTimeout(timer);
    key?.classList.remove('sent');
    trouble.hidden = !lost;
    flight = null;
    catchUp();
  }
}

// A key tapped while the page changed sides, or was noting who won a trick, is meant for the side that is lit then.
const meaning = (value) => value?.replace(/^[A-D] /, '');

async function send(tap) {
  if (tap.body) tap.body.set('request', lost && wordsOf(lost.body) === wordsOf(tap.body) ? lost.body.get('request') : freshRequest());
  if (!await fly(tap)) waiting = [];
  while (waiting.length) {
    const next = waiting.shift();
    const key = document.getElementById(next.id);
    if (!key || !(key.href || meaning(key.value) === meaning(next.value))) continue;
    last = { id: '', at: 0 };
    key.click();
    return;
  }
}

// What is typed makes another tap of the same key.
const typedIn = (form) => [...form.elements].filter((field) => field.matches('input:not([type]), [type="text"], textarea') && !field.readOnly)
  .map((field) => field.value).join('\n');

// One tap of a key; the same key twice within a moment is one tap (unless it counts), another key waits for its turn.
function take(id, value, tap, counts = false, typed = '') {
  release();
  const again = id === last.id && typed === last.typed && performance.now() - last.at < DOUBLE_TAP;
  if (!counts && (again || flight?.id === id || waiting.some((other) => other.id === id))) return;
  last = { id, typed, at: performance.now() };
  if (flight) waiting.push({ id, value });
  else send({ id, ...tap() });
}

addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  if ('quick' in form.dataset) {
    event.preventDefault();
    take(submitter?.id || form.id, submitter?.value, () => {
      const body = new URLSearchParams(new FormData(form));
      if (submitter?.name) body.append(submitter.name, submitter.value);
      return form.method === 'get' ? { address: `${form.action}?${body}` } : { address: form.action, body };
    }, submitter?.hasAttribute('data-counts'), typedIn(form));
  } else if (form.dataset.sent) event.preventDefault();
  else form.dataset.sent = 'yes';
});

addEventListener('click', (event) => {
  if (event.target.closest('#again') && lost && !flight) send(lost);
  const link = event.target.closest('a[data-quick]');
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  take(link.id, undefined, () => ({ address: link.href }));
});

// What stands in an address can be sent, and is chosen as a whole when it is tapped.
addEventListener('click', ({ target }) => {
  if (target.id === 'share') navigator.share({ title: document.title, url: document.getElementById('address').value }).catch(() => {});
  if (target.readOnly) target.select();
  if (target.dataset.send) sendOn(target, document.getElementById(target.dataset.send).value);
});

async function sendOn(key, url) {
  try {
    if (navigator.share) await navigator.share({ url });
    else {
      await navigator.clipboard.writeText(url);
      key.textContent = key.dataset.done;
    }
  } catch { /* put aside */ }
}
// Link, picture and sheet of a result are sent by the device's own way where it has one; else the link leads to them.
addEventListener('click', (event) => {
  const link = event.target.closest?.('a[data-share]');
  if (!link || !navigator.share || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const files = (content) => [new File(content, link.href.split('/').pop(), { type: link.type })];
  const sent = { title: document.title };
  if (link.dataset.share === 'file' && !navigator.canShare?.({ files: files([]) })) return;
  event.preventDefault();
  const ready = link.dataset.share === 'link' ? Promise.resolve({ url: link.href })
    : fetch(link.href).then((answer) => (answer.ok ? answer.blob() : Promise.reject(answer))).then((blob) => ({ files: files([blob]) }));
  ready.then((what) => navigator.share({ ...sent, ...what }))
    .catch((error) => { if (error.name !== 'AbortError') location.href = link.href; });
});

// As many cards picked as are asked for are the answer; the brisques of the last side follow from the others.
addEventListener('change', ({ target: { form, name } }) => {
  if (form?.dataset.all && name.startsWith('brisques_')) {
    fillRest(form, name);
    showSum(form);
  }
  const picks = Number(form?.dataset.picks);
  if (picks && form.querySelectorAll(':checked').length === picks) form.requestSubmit(form.querySelector('[name="do"]'));
});

// Where each side has a field, one grid of numbers fills them, side after side.
const counts = (form) => [...form.querySelectorAll('.counts input')];

function aim(form, at = counts(form).find((field) => field.value === '')) {
  for (const field of counts(form)) field.toggleAttribute('data-next', field === at);
}

addEventListener('click', ({ target: { form, dataset } }) => {
  const field = dataset?.number && form?.querySelector('.counts [data-next]');
  if (!field) return;
  field.value = dataset.number;
  field.dispatchEvent(new Event('change', { bubbles: true }));
  aim(form);
});

addEventListener('focusin', ({ target }) => { if (target.matches('.counts input')) aim(target.form, target); });

function showSum(form) {
  const sum = form.querySelector('#counted');
  if (sum) sum.value = counts(form).reduce((all, field) => all + (Number(field.value) || 0), 0);
}

function fillRest(form, changed) {
  const names = [...new Set(Array.from(form.elements, (field) => field.name))].filter((name) => name.startsWith('brisques_'));
  const open = names.filter((name) => name !== changed && (names.length === 2 || form.elements[name].value === ''));
  if (open.length !== 1) return;
  const others = names.filter((name) => name !== open[0]).map((name) => Number(form.elements[name].value));
  const rest = Number(form.dataset.all) - others.reduce((sum, count) => sum + count, 0);
  if (rest >= 0) form.elements[open[0]].value = String(rest);
}

// The names as they are typed stand on the keys for the first dealer; a typed target is the chosen one.
addEventListener('input', ({ target: { dataset, value } }) => {
  for (const spot of document.querySelectorAll(`[data-name="${dataset.names}"]`)) spot.textContent = value.trim() || spot.dataset.else;
  if (dataset.chooses && value) document.getElementById(dataset.chooses).checked = true;
});

// Values of house rules that have no place in the chosen game are not offered, and what was chosen before is not sent with it.
function fitRules(form) {
  const families = form.querySelector('[data-families]:checked')?.dataset.families.split(' ') ?? [];
  const misplaced = ({ dataset }) => dataset.where && !dataset.where.split(' ').some((family) => families.includes(family));
  for (const option of form.querySelectorAll('option[data-where]')) option.hidden = option.disabled = misplaced(option);
  return misplaced;
}

addEventListener('change', ({ target: { form } }) => {
  if (!form?.matches('.game')) return;
  const misplaced = fitRules(form);
  for (const list of form.querySelectorAll('.rule select')) {
    if (misplaced(list.closest('.rule')) || list.selectedOptions[0]?.disabled) list.value = '';
  }
  for (const seat of form.querySelectorAll('[data-seat]')) {
    const dealer = seat.querySelector('[name="first_dealer"]:checked');
    if (dealer && !seat.checkVisibility()) form.elements.first_dealer.value = 'A';
  }
  const target = form.querySelector('.target');
  if (target && !target.checkVisibility()) {
    target.querySelector('[name="target"]').checked = true; // the usual one: setting the value to '' checks none
    form.elements.other_target.value = '';
  }
});

// A newer version of the match (live.js hears of it): those who look on are sent the page, those who write fetch their own.
// Nothing is swapped while a finger is down or a tap is being answered. An open question stays as it is, with what is chosen
// in it: its answer is judged against the fresh log.
let behind = 0; // the version that is known to be newer than the page
let sent = ''; // and the page itself, if it was sent
let pressed = false;

const version = () => Number(document.querySelector('main').dataset.version ?? 0);

document.addEventListener('newer', ({ detail }) => {
  [behind, sent] = [detail.version, detail.page];
  catchUp();
});

async function catchUp() {
  if (pressed || flight || behind <= version()) return;
  const [wanted, given] = [behind, sent];
  try {
    const html = given || await (await fetch(sameSide(), { cache: 'no-store' })).text();
    if (pressed || flight || wanted !== behind || behind <= version()) return; // asked for again when that is over
    const page = new DOMParser().parseFromString(html, 'text/html');
    if (page.querySelector('main')) renew(page);
  } catch {
    setTimeout(catchUp, 1000);
  }
}

// What others write never lights another side than the one that is lit here.
function sameSide() {
  const address = new URL(location.href);
  const { seat } = document.querySelector('main').dataset;
  if (seat && !address.searchParams.has('seat')) address.searchParams.set('seat', seat);
  return address;
}

// Where each key stood, and what it meant, before each of the lines of others that came in just now, the oldest first.
let past = [];

const recent = () => past.filter(({ at }) => performance.now() - at <= SETTLING);

function remember(main) {
  const seen = main.querySelector('#lines')?.elements.seen?.value;
  const keys = Array.from(main.querySelectorAll('button[value]'), (key) => (
    { box: key.getBoundingClientRect(), id: key.id, value: key.value, seen: key.form?.elements.seen?.value ?? seen }));
  past = [...recent(), { at: performance.now(), keys }];
}

// A tap that was meant for what stood there a moment ago is sent as it was meant: the server answers with the fresh sheet.
addEventListener('click', (event) => {
  const key = event.target.closest?.('main button[value]');
  const [before] = recent();
  if (!key || !event.detail || !before) return;
  const { clientX: x, clientY: y } = event;
  const then = before.keys.find(({ box }) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom);
  if (then?.id === key.id && then.value === key.value) return;
  if (then && key.form?.elements.seen) {
    key.value = then.value;
    key.form.elements.seen.value = then.seen;
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  key.classList.add('changed');
}, true);

function renew(page) {
  const old = document.querySelector('main');
  const next = document.adoptNode(page.querySelector('main'));
  if (next.dataset.next) {
    location.replace(next.dataset.next);
    return;
  }
  const focused = document.activeElement?.id;
  const [left, top] = [scrollX, scrollY];
  const question = old.querySelector('.work > .ask:not(#over, #stale)');
  const lines = next.querySelector('#lines');
  if (question && lines && next.querySelector('.work') && !next.querySelector('#over')) keep(question, next, lines);
  remember(old);
  swap(page, old, next);
  next.dataset.settling = '';
  setTimeout(() => { delete next.dataset.settling; }, SETTLING);
  document.getElementById(focused)?.focus({ preventScroll: true });
  scrollTo(left, top);
  if (next.dataset.said !== old.dataset.said) announce(next.dataset.said);
  document.dispatchEvent(new Event('swapped'));
}

function keep(question, next, lines) {
  next.querySelector('.work > .ask')?.remove();
  for (const form of [question, ...question.querySelectorAll('form')]) {
    for (const name of ['deal', 'seen']) {
      if (form.elements?.[name]) form.elements[name].value = lines.elements[name].value;
    }
  }
  next.querySelector('.work').prepend(question);
}

// A tap whose key is taken away between finger down and finger up would be lost: the click follows the finger up.
let clicking; // the timer after which no click follows any more
const holding = []; // what goes on when the finger is lifted

function release() {
  pressed = false;
  for (const go of holding.splice(0)) go();
}

const lifted = () => pressed && new Promise((go) => {
  holding.push(go);
  setTimeout(go, HOLDING);
});

addEventListener('pointerdown', () => {
  clearTimeout(clicking);
  pressed = true;
}, true);
for (const end of ['pointerup', 'pointercancel']) {
  addEventListener(end, () => {
    clicking = setTimeout(() => {
      release();
      catchUp();
    }, 50);
  }, true);
}

// A key comes behind the # of a link, which browsers send to nobody: it is posted, and no longer shown.
function joinByLink() {
  const form = document.querySelector('[data-join]');
  const key = location.hash.slice(1);
  if (!form || !key) return;
  form.elements.key.value = key;
  history.replaceState(null, '', location.pathname);
  form.requestSubmit();
}

addEventListener('pageshow', () => { for (const form of document.forms) delete form.dataset.sent; });
tellZone();
prepare(document);
celebrate();
joinByLink();
