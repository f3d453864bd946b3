/** A table as CSV that Excel opens rightly: UTF-8 with its mark, CRLF, nothing it would take for a formula. */
export function csvOf(table: readonly (readonly string[])[]): string {
  return `\ufeff${table.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
