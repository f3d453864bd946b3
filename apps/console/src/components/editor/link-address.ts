const allowed = ['http:', 'https:', 'mailto:', 'tel:']

export type LinkAddress = { href: string } | { problem: string }

/** A bare domain gets https. The server checks the address again. */
export function parseLinkAddress(typed: string): LinkAddress {
  const text = withoutInvisible(typed.trim())
  if (text === '') return { problem: '请填写链接地址' }
  if (/^#[^\s]*$/.test(text)) return { href: text }
  if (/^\/(?![/\\])/.test(text)) return { href: text }
  const withScheme = /^[a-z0-9-]+(\.[a-z0-9-]+)+([/:?#].*)?$/i.test(text) ? `https://${text}` : text
  if (!URL.canParse(withScheme)) return { problem: '链接地址不正确，应以 https:// 或 / 开头' }
  const url = new URL(withScheme)
  if (!allowed.includes(url.protocol))
    return { problem: `不能使用 ${url.protocol} 链接，请使用 https://、mailto: 或 tel:` }
  return { href: withScheme }
}

/** Browsers ignore tabs and line breaks in addresses, so they would run `java\tscript:`. */
function withoutInvisible(text: string): string {
  return [...text].filter((letter) => letter > '\u001f' && letter !== '\u007f').join('')
}
