import { type Editor, Node } from '@tiptap/core'
import classes from './editor.module.css'

const attribute = 'data-picture'

/** A placeholder of a running upload, which is never saved. */
export const PicturePlaceholder = Node.create({
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

export function pictureMarker(document: Document, picture: string): Element {
  const mark = document.createElement('span')
  mark.setAttribute(attribute, picture)
  return mark
}

/** Removes the placeholders of unfinished uploads. */
export function removePicturePlaceholders(root: Element): void {
  for (const place of root.querySelectorAll(`span[${attribute}]`)) {
    const around = place.parentElement
    place.remove()
    if (around?.localName === 'p' && around.childNodes.length === 0) around.remove()
  }
}

/** Replaces the placeholders wherever they moved; a null picture removes its placeholder. */
export function fillPicturePlaceholders(
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
