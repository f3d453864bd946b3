/** The style sheet of the API page. The page contains it, because it must work without any build. */
export const apiDocsStyle = `
:root { color-scheme: light }
* { box-sizing: border-box }
html { scroll-behavior: smooth; scroll-padding-top: 16px }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto } }
body { margin: 0; background: #f5f7f8; color: #1b2430; font: 16px/1.7 "PingFang SC", "Microsoft YaHei", "Noto Sans SC", sans-serif }
a { color: #0b6b5d } a:hover { color: #095a4f }
a:focus-visible { outline: 2px solid #0b6b5d; outline-offset: 2px }
header, main, nav { max-width: 1200px; margin: 0 auto; padding: 16px 24px }
header { padding-top: 32px }
h1 { font-size: 28px; line-height: 1.3; margin: 0 0 12px }
h2 { font-size: 22px; margin: 48px 0 16px }
h3 { font-size: 16px; margin: 0; font-weight: 600 }
h4 { font-size: 14px; margin: 16px 0 4px; color: #4a5666; font-weight: 600 }
p { margin: 4px 0 }
code { font-family: ui-monospace, Consolas, "Noto Sans Mono", monospace; font-size: 14px; overflow-wrap: anywhere }
nav ul { list-style: none; margin: 0 0 8px; padding: 0; display: flex; flex-wrap: wrap; gap: 4px 16px; font-size: 14px }
nav strong { display: block; margin-top: 8px }
article { background: #fff; border: 1px solid #dfe5ea; border-radius: 10px; padding: 16px 24px; margin: 0 0 16px }
article > header { padding: 0; display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; margin: 0 }
.method { font: 600 14px/1 ui-monospace, Consolas, monospace; color: #fff; background: #0b6b5d; border-radius: 6px; padding: 6px 8px }
.method.get { background: #175cd3 }
.who { font-size: 14px; color: #4a5666; border: 1px solid #dfe5ea; border-radius: 6px; padding: 0 8px }
table { border-collapse: collapse; width: 100%; font-size: 14px }
th, td { text-align: left; vertical-align: top; border-top: 1px solid #dfe5ea; padding: 6px 16px 6px 0; min-width: 5em; overflow-wrap: anywhere }
th { color: #4a5666; font-weight: 600 }
td:first-child { min-width: 11em }
.none { color: #4a5666; font-size: 14px }
@media (max-width: 600px) {
  header, main, nav { padding-left: 12px; padding-right: 12px }
  article { padding: 12px }
  h1 { font-size: 22px }
  thead { position: absolute; clip-path: inset(50%); height: 1px; overflow: hidden }
  tr { display: flex; flex-wrap: wrap; gap: 0 16px; border-top: 1px solid #dfe5ea; padding: 6px 0 }
  td, td:first-child { border: 0; padding: 0; min-width: 0 }
  td:empty { display: none }
}
`
