import { useEffect, useRef } from 'react'

/** The text of an item, for as long as it is the same item (`key`). Its wide tables scroll by themselves, also by keyboard. */
export function Prose({ html }: { html: string }) {
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!text.current) return
    const tables = text.current.querySelectorAll<HTMLElement>('.table-scroll')
    // one that fits is no stop on the way through the page
    const watch = new ResizeObserver(() => tables.forEach(makeReachable))
    for (const table of tables) watch.observe(table)
    return () => watch.disconnect()
  }, [])
  return (
    <div
      className="prose"
      ref={text}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises it when it is saved
      dangerouslySetInnerHTML={{ __html: withScrollingTables(html) }}
    />
  )
}

/** Every table in an element that can scroll. @param html as the server's cleaner wrote it: no `<` in any attribute */
function withScrollingTables(html: string): string {
  return html
    .replace(/<table\b/g, '<div class="table-scroll"><table')
    .replace(/<\/table>/g, '</table></div>')
}

function makeReachable(table: HTMLElement): void {
  if (table.scrollWidth > table.clientWidth) {
    table.tabIndex = 0
    table.setAttribute('role', 'region')
    table.setAttribute('aria-label', '表格，可左右滚动')
  } else {
    for (const name of ['tabindex', 'role', 'aria-label']) table.removeAttribute(name)
  }
}
