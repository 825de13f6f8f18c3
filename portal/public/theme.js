// Runs before the first paint, so that a dark screen never flashes white. A file of its own: the content
// security policy allows no inline script.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const chosen = localStorage.getItem('kindred.theme');
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    document.documentElement.classList.toggle('dark', dark);
  };
  apply();
  system.addEventListener('change', apply);
})();
