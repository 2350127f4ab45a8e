/** `travel_rule` becomes `Travel rule`. */
export function inWords(name: string): string {
  const words = name.replaceAll(/[_.]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
