import { listClassOf } from '@ce/contract/list-marks'
import { Extension } from '@tiptap/core'
import TextAlign from '@tiptap/extension-text-align'

/** Alignment is stored as class `align-<name>`, because the server removes style attributes. */
const alignments = ['center', 'right'] as const

export const alignmentAttribute = {
  textAlign: {
    default: null,
    parseHTML: (element: HTMLElement) => alignments.find((name) => element.classList.contains(`align-${name}`)) ?? null,
    renderHTML: ({ textAlign }: Record<string, unknown>) =>
      typeof textAlign === 'string' && textAlign !== 'left' ? { class: `align-${textAlign}` } : {},
  },
}

export const AlignmentByClass = TextAlign.extend({
  addGlobalAttributes() {
    return [{ types: this.options.types, attributes: alignmentAttribute }]
  },
}).configure({ types: ['heading', 'paragraph'], alignments: ['left', ...alignments] })

/** Stores the numbering style of a list in a class (`site/src/styles/article.css`). */
export const ListStyleByClass = Extension.create({
  name: 'countedLists',
  addGlobalAttributes() {
    const counting = {
      default: null,
      parseHTML: (element: HTMLElement) => listClassOf(element.className, element.getAttribute('type') ?? ''),
      renderHTML: ({ counting }: Record<string, unknown>) => (typeof counting === 'string' ? { class: counting } : {}),
    }
    // The class stores the list type, so tiptap must not write its own attribute.
    const type = { default: null, parseHTML: () => null, rendered: false }
    return [{ types: ['orderedList'], attributes: { counting, type } }]
  },
})

/** Keeps the anchors of imported laws; splitting a block does not duplicate an anchor. */
export const PreservedAnchors = Extension.create({
  name: 'keepAnchors',
  addGlobalAttributes() {
    const id = {
      default: null,
      keepOnSplit: false,
      parseHTML: (element: HTMLElement) => element.id || null,
    }
    return [{ types: ['heading', 'paragraph'], attributes: { id } }]
  },
})
