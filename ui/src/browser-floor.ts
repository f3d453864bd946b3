/** The oldest browsers for student pages (decision 028), by Vite's names. */
export const browserFloor = ['chrome87', 'safari14']

const tooOldWords =
  '您的浏览器版本过旧，登录、学习和考试无法使用。请更新系统或浏览器，或换用最新版微信、Chrome、Edge、Safari 打开。'

/** The script uses only old syntax. A browser with Promise.any (Chrome 85, Safari 14) can read the rest. */
export const unsupportedBrowserScript = `
if (!window.Promise || !Promise.any) document.addEventListener('DOMContentLoaded', function () {
  var words = document.createElement('p')
  words.style.cssText = 'margin:0;padding:16px;font-size:16px;line-height:1.7;color:#1b2430;background:#fdf3d8'
  words.appendChild(document.createTextNode('${tooOldWords}'))
  document.body.insertBefore(words, document.body.firstChild)
})`

/** The part of PostCSS's declaration that our plugin uses. */
interface Declaration {
  prop: string
  value: string
  important: boolean
  cloneBefore(changes: { prop?: string; value?: string }): unknown
  remove(): void
}

/** CSS longhands in the order of a shorthand's values. */
const longhands: Readonly<Record<string, readonly string[]>> = {
  inset: ['top', 'right', 'bottom', 'left'],
  ...Object.fromEntries(
    ['margin', 'padding', 'scroll-margin'].flatMap((base) => [
      [`${base}-block`, [`${base}-top`, `${base}-bottom`]],
      [`${base}-inline`, [`${base}-left`, `${base}-right`]],
    ]),
  ),
}

/** Replaces logical sides and dynamic heights, which old browsers lack. */
export const olderCssPlugin = {
  postcssPlugin: 'older-css',
  Declaration(declaration: Declaration) {
    const { prop, value } = declaration
    const sides = longhands[prop]
    if (sides) {
      const given = words(value)
      for (const [index, side] of sides.entries())
        declaration.cloneBefore({
          prop: side,
          value: given[index] ?? given[index - 2] ?? given[0] ?? '',
        })
      declaration.remove()
    } else if (/\ddvh\b/.test(value) && !prop.startsWith('--')) {
      declaration.cloneBefore({ value: value.replace(/dvh\b/g, 'vh') })
    } else if (prop === 'overflow-wrap' && value === 'anywhere') {
      declaration.cloneBefore({ prop: 'word-break', value: 'break-word' })
    }
  },
}

/** Splits a CSS value at spaces outside brackets. */
function words(value: string): string[] {
  const found = ['']
  let depth = 0
  for (const letter of value.trim()) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ' ' && depth === 0) found.push('')
    else found[found.length - 1] += letter
  }
  return found.filter(Boolean)
}
