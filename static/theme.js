// Applied before the page is drawn: the theme and the pack that were chosen on this device.
const root = document.documentElement;
const read = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
const write = (name, value) => { try { localStorage.setItem(name, value); } catch { /* private window */ } };
const isDark = () => (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
const show = () => {
  document.querySelector('#theme')?.setAttribute('aria-pressed', String(isDark()));
  document.querySelector('#pack')?.setAttribute('aria-pressed', String(root.dataset.pack === 'four'));
};

root.classList.add('js');
for (const name of ['theme', 'pack']) {
  const value = read(name);
  if (value) root.dataset[name] = value;
}
addEventListener('DOMContentLoaded', show);
addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  const name = target.closest('#theme, #pack')?.id;
  if (!name) return;
  const value = name === 'theme' ? (isDark() ? 'light' : 'dark') : (root.dataset.pack === 'four' ? 'two' : 'four');
  root.dataset[name] = value;
  write(name, value);
  show();
});
