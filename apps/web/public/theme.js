// Runs before the first paint, so that a dark page does not flash white.
try {
  const theme = localStorage.getItem('chessmith.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Without local storage the page follows the system's theme.
}
