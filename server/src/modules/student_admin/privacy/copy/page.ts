import { escapeHtml } from '@ce/contract/escape-html'
import type { RawBuilder } from 'kysely'
import { shanghaiTime } from '../../../../platform/shanghai-day.ts'

function shown(value: Value, words: Readonly<Record<string, string>> | undefined): string {
  if (value === null || value === '') return '—'
  if (value instanceof Date) return shanghaiTime(value)
  return words?.[String(value)] ?? String(value)
}

function table({ columns, rows }: FilledCopySection): string {
  const head = columns.map(([, label]) => `<th scope="col">${escapeHtml(label)}</th>`).join('')
  const body = rows.map((row) => {
    const cells = columns.map(([key, , words]) => escapeHtml(shown(row[key] ?? null, words)))
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  return `<div class="wide" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`
}

function list({ columns }: FilledCopySection, row: Record<string, Value>): string {
  const items = columns.map(
    ([key, label, words]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(shown(row[key] ?? null, words))}</dd>`,
  )
  return `<dl>${items.join('')}</dl>`
}

export interface DataCopyPart extends Pick<FilledCopySection, 'key' | 'title'> {
  html: string
}

/** A long section shows only its number of rows, which are in data.json. Values are escaped. */
export function toDataCopyPart(section: FilledCopySection): DataCopyPart {
  const { key, title, rows, note, long } = section
  const [first] = rows
  const content = !first
    ? '<p>没有记录。</p>'
    : long
      ? `<p>共 ${rows.length} 条，见 data.json。</p>`
      : rows.length === 1 && section.columns.length > 6
        ? list(section, first)
        : table(section)
  const remark = note ? `<p class="note">${escapeHtml(note)}</p>` : ''
  const html = `<section id="${key}"><h2>${escapeHtml(title)}</h2>${remark}${content}</section>`
  return { key, title, html }
}

const style = `
body { font: 16px/1.7 system-ui, "Noto Sans SC", "Microsoft YaHei", sans-serif; color: #1d2129; margin: 0 auto; max-width: 70rem; padding: 1.5rem; }
* { box-sizing: border-box; } h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; min-width: 40rem; width: 100%; }
th, td { border: 1px solid #c9cdd4; padding: .35rem .6rem; text-align: left; vertical-align: top; } th { background: #f2f3f5; white-space: nowrap; }
dl { display: grid; grid-template-columns: fit-content(40%) minmax(0, 1fr); gap: .3rem 1rem; overflow-wrap: anywhere; } dt { color: #4e5969; } dd { margin: 0; }
.note { color: #4e5969; } nav a { margin-right: 1rem; white-space: nowrap; }`

/** The page can be read offline and has no scripts or external content. */
export function renderDataCopyPage(parts: readonly DataCopyPart[], at: Date): string {
  const links = parts.map(({ key, title }) => `<a href="#${key}">${escapeHtml(title)}</a>`).join(' ')
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>个人信息副本</title><style>${style}</style></head>
<body><h1>个人信息副本</h1>
<p>生成时间：${shanghaiTime(at)}（北京时间）。这里是本平台保存的与您有关的全部信息，请妥善保管，不要转发。密码、登录凭证等安全信息不在其中；同一内容的机器可读格式见 data.json。</p>
<nav aria-label="目录">${links}</nav>
${parts.map(({ html }) => html).join('\n')}
</body></html>
`
}

type Value = string | number | boolean | Date | null

/** One kind of data that is stored about a student. */
export interface CopySection {
  key: string
  title: string
  note?: string
  columns: readonly (readonly [key: string, label: string, words?: Readonly<Record<string, string>>])[]
  /** Rows of all accounts of the person. `places` maps file ids to paths in the copy. */
  rows(ids: readonly string[], places: CopyFilePaths): RawBuilder<Record<string, Value>>
  /** True if the rows are only in data.json, because they are too long for the page. */
  long?: boolean
}

/** Maps file ids to paths in the copy; missing files have no entry. */
export type CopyFilePaths = Readonly<Record<string, string>>

export interface FilledCopySection extends Omit<CopySection, 'rows'> {
  rows: Record<string, Value>[]
}

export function pickColumns(section: CopySection, rows: readonly Record<string, Value>[]): Record<string, Value>[] {
  return rows.map((row) => Object.fromEntries(section.columns.map(([key]) => [key, row[key] ?? null])))
}
