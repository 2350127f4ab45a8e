// Sets the theme that the person has chosen. Without a choice the page follows the system.
const theme = localStorage.getItem('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
