import { Node } from '@tiptap/core'
import classes from './editor.module.css'

function nameOf(block: Element | null): string {
  if (block?.matches('video') || block?.querySelector('video')) return '视频'
  if (block?.matches('table') || block?.querySelector('table')) return '表格'
  return '特殊排版'
}

const attribute = 'data-kept'

function blockOf(html: unknown): Element | null {
  const holder = document.createElement('template')
  holder.innerHTML = typeof html === 'string' ? html : ''
  return holder.content.firstElementChild
}

export function preservedBlockMarker(block: Element): Element {
  const mark = block.ownerDocument.createElement('div')
  mark.setAttribute(attribute, block.outerHTML)
  return mark
}

/** A block that is shown unchanged and can only be moved or removed. */
export const PreservedBlock = Node.create({
  name: 'kept',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    html: {
      default: '',
      parseHTML: (element: HTMLElement) => element.getAttribute(attribute) ?? '',
    },
  }),
  parseHTML: () => [{ tag: `div[${attribute}]` }],
  renderHTML: ({ node }) => blockOf(node.attrs.html) ?? ['p'],
  renderText: ({ node }) => blockOf(node.attrs.html)?.textContent ?? '',
  addNodeView:
    () =>
    ({ node }) => {
      const block = blockOf(node.attrs.html)
      const name = nameOf(block)
      const dom = document.createElement('div')
      dom.className = classes.kept ?? ''
      dom.contentEditable = 'false'
      dom.setAttribute('role', 'group')
      dom.setAttribute('aria-label', `${name}（原样保留）`)
      const words = document.createElement('p')
      words.className = classes.keptWords ?? ''
      words.textContent = `${name}：原样保留，保存后不变；这里不能修改，可以整块移动或删除`
      const shown = document.createElement('div')
      shown.inert = true
      if (block) shown.append(block)
      dom.append(words, shown)
      return { dom }
    },
})
