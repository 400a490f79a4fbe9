// Makes the score screen quick. Every page works without it: forms post, links get, pages answer.
// Links and forms with data-quick are fetched and <main> is replaced; everything else is left alone.

const PATIENCE = 10_000;      // ms until an answer counts as lost
const DOUBLE_TAP = 350;       // ms in which the same key again is one tap
const announcer = document.getElementById('announce');
const trouble = document.getElementById('trouble');
let flight = null;            // id of the key that is being answered
let waiting = [];             // other keys tapped meanwhile, in order
let lost = null;              // the submit that got no answer: the same again keeps its request id
let last = { id: '', at: 0 };

const freshRequest = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, '0')).join('');
const words = (body) => [...body].filter(([name]) => !['request', 'csrf_token'].includes(name)).join('\n');
const isDoubleTap = (id) => {
  const again = id === last.id && performance.now() - last.at < DOUBLE_TAP;
  if (!again) last = { id, at: performance.now() };
  return again;
};

function announce(text) {
  if (!announcer || !text) return;
  announcer.textContent = '';
  setTimeout(() => { announcer.textContent = text; }, 60);
}

function localTimes(part) {
  for (const time of part.querySelectorAll('time[data-style]')) {
    const timeStyle = 'short';
    const options = time.dataset.style === 'time' ? { timeStyle } : { dateStyle: 'medium', timeStyle };
    time.textContent = new Date(time.dateTime).toLocaleString([], options);
  }
}

function replaceMain(page, address) {
  const old = document.querySelector('main');
  const next = document.adoptNode(page.querySelector('main'));
  const focused = document.activeElement?.id;
  const height = scrollY;
  for (const part of next.querySelectorAll('[data-mark]')) {
    if (document.getElementById(part.id)?.textContent !== part.textContent) part.classList.add('changed');
  }
  localTimes(next);
  old.replaceWith(next);
  document.title = page.title;
  if (address) history.replaceState(null, '', address);
  const ask = next.querySelector('[data-focus]');
  (ask ?? (focused && document.getElementById(focused)) ?? next).focus({ preventScroll: true });
  if (next.id !== old.id || next.className !== old.className) scrollTo(0, 0);
  else scrollTo(0, height);
  ask?.scrollIntoView({ block: 'nearest' });
  announce(next.dataset.announce);
}

async function ask(address, init) {
  let answer, text;
  try {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    answer = await fetch(address, { ...init, signal: stop.signal });
    text = await answer.text();
    clearTimeout(timer);
  } catch { return 'lost'; }
  if (answer.status >= 500) return 'lost';
  const page = new DOMParser().parseFromString(text, 'text/html');
  if (!page.querySelector('main')) return 'lost';
  replaceMain(page, init.method === 'GET' || answer.redirected ? answer.url : null);
  return answer.ok ? 'written' : 'refused';
}

async function send(id, address, body) {
  body.set('request', lost && lost.words === words(body) ? lost.request : freshRequest());
  flight = id;
  document.getElementById(id)?.classList.add('sent');
  const outcome = await ask(address, { method: 'POST', body });
  flight = null;
  document.getElementById(id)?.classList.remove('sent');
  lost = outcome === 'lost' ? { id, address, body, words: words(body), request: body.get('request') } : null;
  if (trouble) trouble.hidden = !lost;
  if (outcome !== 'written') waiting = [];
  const next = waiting.shift();
  const form = next && document.getElementById(next.form);
  if (form) send(next.id, form.action, bodyOf(form, next));
}

function bodyOf(form, submitter) {
  const body = new URLSearchParams(new FormData(form));
  if (submitter?.name) body.append(submitter.name, submitter.value);
  return body;
}

addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  if (!('quick' in form.dataset)) {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = 'yes';
    return;
  }
  event.preventDefault();
  const id = submitter?.id || form.id;
  if (id === flight || waiting.some((other) => other.id === id) || isDoubleTap(id)) return;
  if (flight === null) send(id, form.action, bodyOf(form, submitter));
  else if (submitter) waiting.push({ id, form: form.id, name: submitter.name, value: submitter.value });
});

addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('#again') && lost) {
    send(lost.id, lost.address, lost.body);
    return;
  }
  const link = event.target instanceof Element && event.target.closest('a[data-quick]');
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  if (flight === null) ask(link.href, { method: 'GET' }).then((outcome) => { if (outcome === 'lost') location.assign(link.href); });
});

// The brisques of the last side follow from the others; four cards picked are a claim.
addEventListener('change', ({ target }) => {
  const form = target.form;
  if (form?.dataset.all && target.name.startsWith('brisques_')) fillRest(form, target.name);
  if (form?.dataset.picks && form.querySelectorAll('[name="pick"]:checked').length === Number(form.dataset.picks)) form.requestSubmit();
});
addEventListener('input', ({ target }) => {
  if (target.dataset.names) for (const spot of document.querySelectorAll(`[data-name="${target.dataset.names}"]`)) spot.textContent = target.value.trim() || spot.dataset.else;
  if (target.dataset.chooses && target.value) document.getElementById(target.dataset.chooses).checked = true;
});

function fillRest(form, changed) {
  const all = Number(form.dataset.all);
  const names = [...new Set([...form.elements].map((field) => field.name).filter((name) => name?.startsWith('brisques_')))];
  const value = (name) => { const said = form.elements[name].value; return said === '' ? NaN : Number(said); };
  const open = names.filter((name) => name !== changed && (names.length === 2 || Number.isNaN(value(name))));
  if (open.length !== 1) return;
  const rest = all - names.filter((name) => name !== open[0]).reduce((sum, name) => sum + value(name), 0);
  if (rest >= 0) form.elements[open[0]].value = String(rest);
}

addEventListener('pageshow', () => { for (const form of document.forms) delete form.dataset.sent; });

localTimes(document);
const closed = document.querySelector('[data-celebrate]');
if (closed) {
  try {
    if (localStorage.getItem('celebrated') !== closed.dataset.celebrate) closed.classList.add('celebrate');
    localStorage.setItem('celebrated', closed.dataset.celebrate);
  } catch { /* private window: no celebration */ }
}
