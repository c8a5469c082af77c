/**
 * Plain data as it can stand in a `<script>`: read as JSON, so that `__proto__` is a name like any other, which as an
 * object literal it is not. Nothing in it ends the script, or is a line of its own.
 */
export function inScript(data: unknown): string {
  const text = JSON.stringify(JSON.stringify(data))
  const safe = text.replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `JSON.parse(${safe})`
}
