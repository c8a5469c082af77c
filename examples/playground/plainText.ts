/** What a person reads of HTML, such as a rendered title: `Trains &amp; Trams` is "Trains & Trams". */
export function plainText(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
}
