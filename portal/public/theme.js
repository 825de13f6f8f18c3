// Runs before the first paint, so that a dark screen never flashes white. A file of its own: the content
// security policy allows no inline script.
(() => {
  const chosen = localStorage.getItem('kindred.theme');
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light';
  document.documentElement.classList.toggle('dark', theme === 'dark');
})();
