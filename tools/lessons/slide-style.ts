import { FONT_STACK } from './themes.ts'

/** Backgrounds are flat, because gradients cost more bytes than the text. */
export const SLIDE_STYLE = `
* { box-sizing: border-box; margin: 0; padding: 0 }
body { width: 1280px; height: 720px; position: relative; overflow: hidden; display: flex; flex-direction: column;
  font-family: ${FONT_STACK}; background: #fff; color: #1b2430 }
header { height: 80px; padding: 0 64px; display: flex; align-items: center; justify-content: space-between; gap: 48px;
  background: var(--brand); color: #fff; font-size: 26px }
header span { white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
header span:first-child { font-weight: 700; flex-shrink: 0 }
main { flex: 1; min-height: 0; padding: 44px 64px 0; position: relative }
h1 { font-size: 60px; line-height: 1.3; font-weight: 700; color: var(--brand); margin-bottom: 32px }
ul { list-style: none }
li { font-size: var(--size); line-height: 1.4; padding-left: 48px; margin-bottom: 20px; position: relative }
li::before { content: ''; position: absolute; left: 4px; top: .56em; width: .36em; height: .36em; background: var(--deep) }
footer { height: 72px; padding: 0 64px; display: flex; align-items: center; justify-content: space-between; position: relative }
footer div { display: flex; gap: 8px }
footer i { width: 56px; height: 6px; border-radius: 3px; background: #cfd8de }
footer .done { background: var(--brand) }
footer b { font-size: 26px; color: #4a5666; font-variant-numeric: tabular-nums }
.mark { position: absolute; right: 40px; bottom: 72px; width: 340px; height: 340px; fill: none; stroke: var(--tint);
  stroke-width: 5; stroke-linecap: round; stroke-linejoin: round }
.opening { background: var(--brand); color: #fff }
.opening header { height: 112px; border-bottom: 2px solid #3c897d; margin: 0 64px; padding: 0 }
.opening h1 { color: #fff; font-size: 72px }
.opening li::before { background: #a8d5cb }
.opening .mark { stroke: #23806f }
.opening footer i { background: #3c897d }
.opening footer .done { background: #fff }
.opening footer b { color: #fff }
`
