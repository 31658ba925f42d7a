// Before anything is drawn, so that a page that was made dark does not flash.
try {
  const theme = localStorage.getItem('chessmith.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // A browser that may keep nothing follows the system.
}
