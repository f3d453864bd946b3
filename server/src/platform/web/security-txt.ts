interface Reachable {
  email: string
  phone: string
}

const validDays = 180

/**
 * The file (RFC 9116) expires half a year from now. @param now the server's date, so that all processes give the same
 * file
 */
export function renderSecurityTxt(origin: string, site: Reachable, now = new Date()): string {
  const expires = new Date(now.getTime() + validDays * 86_400_000)
  expires.setUTCHours(0, 0, 0, 0)
  return [
    ...contactsOf(origin, site).map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: zh, en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n')
}

function contactsOf(origin: string, { email, phone }: Reachable): string[] {
  const digits = phone.replace(/\D/g, '')
  const contacts = [...(email ? [`mailto:${email}`] : []), ...(digits ? [`tel:+86${digits.replace(/^0/, '')}`] : [])]
  return contacts.length > 0 ? contacts : [`${origin}/aboutUs`]
}
