const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A page that goes on to a path of this service. A redirect would still count as coming from the provider's site, and the
 * session's cookie, which is `Strict`, would be missing there.
 */
export function onwardsPage(path: string): string {
  const href = path.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
  return `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0;url=${href}">
<title>Signed in</title>
<p>You are signed in. <a href="${href}">Continue</a></p>
`;
}
