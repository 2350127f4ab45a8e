const REDACTED = '[redacted]';

/** Patterns of secrets in a JSON line. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/svc_(test|live)_[0-9A-Za-z]+/g, `svc_$1_${REDACTED}`],
  [/whsec_[0-9A-Za-z+/_-]+=*/g, `whsec_${REDACTED}`],
  [/(bearer)(?:\s|\\[tnr])+[^\s"\\,]+/gi, `$1 ${REDACTED}`],
  [/(authorization[\s":\\]{1,6}(?:basic|digest))\s+[^\s"\\,]+/gi, `$1 ${REDACTED}`],
  // The user and password of a connection string.
  [/(\w:\/\/)[^\s"\\@/]+@/g, `$1${REDACTED}@`],
];

/**
 * Makes a function that removes secrets from a log line, wherever they are: in a field, an error message, a URL.
 *
 * @param secrets - secret values of this process
 */
export function scrubber(secrets: readonly string[]): (line: string) => string {
  const values = secrets.filter((secret) => secret !== '').map((secret) => JSON.stringify(secret).slice(1, -1));
  return (line) => {
    const known = values.reduce((text, value) => text.replaceAll(value, REDACTED), line);
    return PATTERNS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), known);
  };
}
