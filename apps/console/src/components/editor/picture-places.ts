import { type Editor, Node } from '@tiptap/core'
import classes from './editor.module.css'

const attribute = 'data-picture'

/** A picture's place in the text while it is on its way. It is never saved. */
export const PicturePlace = Node.create({
  name: 'picturePlace',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes: () => ({
    picture: {
      default: '',
      parseHTML: (element: HTMLElement) => element.getAttribute(attribute) ?? '',
      renderHTML: ({ picture }: Record<string, unknown>) => ({ [attribute]: picture }),
    },
  }),
  parseHTML: () => [{ tag: `span[${attribute}]` }],
  renderHTML: ({ HTMLAttributes }) => [
    'span',
    { ...HTMLAttributes, class: classes.place ?? '', role: 'img', 'aria-label': '图片正在上传' },
  ],
})

/** In the place of a picture that is on its way. */
export function placeMark(document: Document, picture: string): Element {
  const mark = document.createElement('span')
  mark.setAttribute(attribute, picture)
  return mark
}

/** Takes away the places whose pictures are not there yet. */
export function withoutPlaces(root: Element): void {
  for (const place of root.querySelectorAll(`span[${attribute}]`)) {
    const around = place.parentElement
    place.remove()
    if (around?.localName === 'p' && around.childNodes.length === 0) around.remove()
  }
}

/** Puts a picture into its places, wherever they have moved; null: it does not come. */
export function fillPlaces(
  editor: Editor,
  picture: string,
  attributes: { src: string; width: number | null; height: number | null } | null,
): void {
  const { state, view } = editor
  const places: number[] = []
  state.doc.descendants((node, at) => {
    if (node.type.name === 'picturePlace' && node.attrs.picture === picture) places.push(at)
  })
  const { tr } = state
  const image = attributes && state.schema.nodes.image?.create({ ...attributes, alt: '' })
  for (const at of places.reverse()) {
    if (image) tr.replaceWith(at, at + 1, image)
    else tr.delete(at, at + 1)
  }
  if (places.length > 0) view.dispatch(tr)
}
