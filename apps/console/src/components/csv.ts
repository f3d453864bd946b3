/** Makes a CSV for Excel: UTF-8 with BOM, CRLF, formulas escaped. */
export function toExcelCsv(table: readonly (readonly string[])[]): string {
  return `\ufeff${table.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
