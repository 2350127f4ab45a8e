/** `travel_rule` becomes `Travel rule`, and `api_key.created` becomes `API key created`. */
export function labelOf(name: string): string {
  const words = name.replaceAll(/[_.]/g, ' ').replace(/^api\b/, 'API');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
