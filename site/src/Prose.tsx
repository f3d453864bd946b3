import { useEffect, useRef } from 'react'

/** Shows formatted text. Each wide table in it scrolls on its own, also by keyboard. */
export function Prose({ html }: { html: string }) {
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!text.current) return
    const tables = text.current.querySelectorAll<HTMLElement>('.table-scroll')
    // A table that fits needs no keyboard focus.
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

/** Puts every table into a scrolling element. @param html cleaned by the server, so no attribute contains `<` */
function withScrollingTables(html: string): string {
  return html.replace(/<table\b/g, '<div class="table-scroll"><table').replace(/<\/table>/g, '</table></div>')
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
