const marks: ReadonlySet<string> = new Set(['strong', 'em', 'u', 's', 'sub', 'sup', 'code', 'a'])
const unseenTags: ReadonlySet<string> = new Set(['tbody', 'thead', 'colgroup', 'col'])
const unseenAttributes: ReadonlySet<string> = new Set(['target', 'rel', 'contenteditable'])

/** Compares what readers see; the nesting order of inline tags does not matter. */
export function looksSameToReaders(one: ParentNode, other: ParentNode): boolean {
  return outline(one) === outline(other)
}

type Piece = { tag: string } | { text: string; marks: string; pre: boolean }

/** Normalises white space as browsers do. */
function outline(root: ParentNode): string {
  let seen = ''
  let marksNow = ''
  let spaced = true
  for (const piece of [...root.childNodes].flatMap((node) => piecesOf(node, [], false))) {
    if ('tag' in piece) {
      seen = `${seen.trimEnd()}\n<${piece.tag}>\n`
      marksNow = ''
      spaced = true
      continue
    }
    const once = piece.pre ? piece.text : piece.text.replace(/[ \t\r\n\f]+/g, ' ')
    const words: string = spaced && !piece.pre ? once.replace(/^ /, '') : once
    if (words === '') continue
    if (piece.marks !== marksNow) seen += `\u0001${piece.marks}\u0001`
    marksNow = piece.marks
    seen += words
    spaced = words.endsWith(' ')
  }
  return seen.trimEnd()
}

function piecesOf(node: Node, held: readonly string[], pre: boolean): Piece[] {
  if (node.nodeType === Node.TEXT_NODE)
    return [{ text: node.nodeValue ?? '', marks: [...new Set(held)].sort().join(), pre }]
  const element = asElement(node)
  if (!element) return []
  const { localName: name } = element
  const attributes = attributesOf(element)
  const inside = (marksInside: readonly string[]) =>
    [...element.childNodes].flatMap((child) => piecesOf(child, marksInside, pre || name === 'pre'))
  if (marks.has(name)) return inside([...held, name + attributes])
  if (unseenTags.has(name)) return inside(held)
  // The same picture inside another link counts as a difference.
  return [{ tag: `${name}${attributes} ${held.join()}` }, ...inside(held), { tag: `/${name}` }]
}

function attributesOf(element: Element): string {
  return [...element.attributes]
    .filter(({ name, value }) => !unseenAttributes.has(name) && !isSpanOfOne(name, value))
    .map(({ name, value }) => ` ${name}="${value}"`)
    .sort()
    .join('')
}

const isSpanOfOne = (name: string, value: string) => (name === 'colspan' || name === 'rowspan') && value === '1'

/** This check also works for elements of another document, where `instanceof` fails. */
function asElement(node: Node): Element | null {
  return node.nodeType === Node.ELEMENT_NODE ? (node as Element) : null
}
