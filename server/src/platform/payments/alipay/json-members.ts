/** what valid JSON is made of; between them is nothing but space */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/gs

/**
 * The members of a JSON object, each value as the very text it was sent as: a signature covers that text, and writing the
 * value anew would give another one. @throws Error when it is no such object, or names a member twice
 */
export function membersOf(text: string): Map<string, string> {
  const whole: unknown = JSON.parse(text)
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole))
    throw new Error('the answer is no JSON object')
  const members = new Map<string, string>()
  let depth = 0
  /** of the member whose value is being passed, and where that value begins and has come to */
  let name: string | null = null
  let [from, to] = [-1, -1]
  let before = ''
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (depth === 1 && name !== null && (token === ',' || token === '}')) {
      if (members.has(name)) throw new Error(`the answer has ${name} twice`)
      members.set(name, text.slice(from, to))
      name = null
      from = -1
    } else if (depth === 1 && name === null && token === ':') name = String(JSON.parse(before))
    else if (name !== null && from === -1) from = index
    if (token === '{' || token === '[') depth += 1
    if (token === '}' || token === ']') depth -= 1
    before = token
    to = index + token.length
  }
  return members
}
