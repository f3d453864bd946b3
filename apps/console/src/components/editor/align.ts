import { listClass } from '@ce/contract/list-marks'
import { Extension } from '@tiptap/core'
import TextAlign from '@tiptap/extension-text-align'

/** The alignments other than the left one; the class is `align-<name>`, for the server allows no style attribute. */
const alignments = ['center', 'right'] as const

/** An element's alignment, kept in its class. */
export const alignAttribute = {
  textAlign: {
    default: null,
    parseHTML: (element: HTMLElement) =>
      alignments.find((name) => element.classList.contains(`align-${name}`)) ?? null,
    renderHTML: ({ textAlign }: Record<string, unknown>) =>
      typeof textAlign === 'string' && textAlign !== 'left' ? { class: `align-${textAlign}` } : {},
  },
}

/** tiptap's text alignment with its commands and keys, kept in a class instead of a style. */
export const AlignByClass = TextAlign.extend({
  addGlobalAttributes() {
    return [{ types: this.options.types, attributes: alignAttribute }]
  },
}).configure({ types: ['heading', 'paragraph'], alignments: ['left', ...alignments] })

/** How a list counts is kept in a class (site/src/styles/article.css). */
export const CountedLists = Extension.create({
  name: 'countedLists',
  addGlobalAttributes() {
    const counting = {
      default: null,
      parseHTML: (element: HTMLElement) =>
        listClass(element.className, element.getAttribute('type') ?? ''),
      renderHTML: ({ counting }: Record<string, unknown>) =>
        typeof counting === 'string' ? { class: counting } : {},
    }
    // the class says it: tiptap's own attribute is not written
    const type = { default: null, parseHTML: () => null, rendered: false }
    return [{ types: ['orderedList'], attributes: { counting, type } }]
  },
})

/** Anchors of headings and paragraphs (an imported law has them) outlive an edit; a split never doubles one. */
export const KeepAnchors = Extension.create({
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
