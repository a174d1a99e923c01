// Runs before the first paint, so that the page never shows in the other theme first. src/app/theme.ts keeps the choice.
try {
  const theme = localStorage.getItem('gatehouse.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is switched off: the system's theme it is.
}
