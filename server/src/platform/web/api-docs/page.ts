import { escapeHtml as text } from '@ce/contract/escape-html'
import type { JsonSchema, OpenApiDocument, OpenApiOperation } from '@ce/contract/openapi'
import { type ApiFieldRow, listApiFieldRows } from './fields.ts'
import { apiDocsStyle } from './style.ts'

interface Listed {
  method: string
  path: string
  operation: OpenApiOperation
}

/** The API page needs no script and no other file. `__NONCE__` is replaced by the response's nonce. */
export function renderApiDocsPage(document: OpenApiDocument): string {
  const base = document.servers[0]?.url ?? ''
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Listed => ({ method, path: base + path, operation })),
  )
  const groups = document.tags.map(({ name, description }) => ({
    name,
    title: description,
    calls: calls.filter(({ operation }) => operation.tags.includes(name)),
  }))
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${text(document.info.title)}</title>
<style nonce="__NONCE__">${apiDocsStyle}</style>
</head>
<body>
<header>
<h1>${text(document.info.title)} <small>${text(document.info.version)}</small></h1>
${document.info.description
  .split('\n')
  .map((line) => `<p>${text(line)}</p>`)
  .join('\n')}
<p>机器可读：<a href="${base}/client/openapi.json">OpenAPI ${document.openapi}</a>。用浏览器的页内查找（Ctrl+F）搜索路径、字段或拒绝码。</p>
</header>
<nav aria-label="全部接口">${groups.map(contents).join('\n')}</nav>
<main>${groups.map(group).join('\n')}</main>
</body>
</html>
`
}

interface Group {
  name: string
  title: string
  calls: Listed[]
}

function contents({ title, calls }: Group): string {
  const items = calls.map(
    ({ operation }) => `<li><a href="#${text(operation.operationId)}">${text(operation.summary)}</a></li>`,
  )
  return `<strong>${text(title)}</strong><ul>${items.join('')}</ul>`
}

function group({ name, title, calls }: Group): string {
  return `<section aria-labelledby="${text(name)}"><h2 id="${text(name)}">${text(title)}</h2>
${calls.map(article).join('\n')}</section>`
}

function whoMay({ security: [scheme], 'x-permission': permission }: OpenApiOperation): string {
  if (!scheme) return '公开'
  if ('studentToken' in scheme) return '需登录（学员）'
  return permission ? `工作人员，权限：${permission.title}` : '需登录（工作人员）'
}

function article({ method, path, operation }: Listed): string {
  return `<article id="${text(operation.operationId)}">
<header><span class="method ${method}">${method.toUpperCase()}</span><h3><code>${text(path)}</code></h3>
<span class="who">${text(whoMay(operation))}</span></header>
<p>${text(operation.summary)}</p>
<h4>请求</h4>
${fieldTable(requestRows(operation), true)}
<h4>返回的 data</h4>
${fieldTable(listApiFieldRows(dataOf(operation)), false)}
<h4>可能的拒绝</h4>
${refusalTable(operation)}
</article>`
}

function requestRows(operation: OpenApiOperation): ApiFieldRow[] {
  const inAddress: JsonSchema = {
    properties: Object.fromEntries((operation.parameters ?? []).map(({ name, schema }) => [name, schema])),
    required: (operation.parameters ?? []).filter((one) => one.required).map((one) => one.name),
  }
  const body = Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema)
  return [inAddress, ...body].flatMap((schema) => listApiFieldRows(schema))
}

function dataOf(operation: OpenApiOperation): JsonSchema {
  const answer = operation.responses['200']
  const found = answer && 'content' in answer ? successOf(answer.content) : undefined
  return found?.properties?.data ?? {}
}

/**
 * In documents of openApiDocument(), the response 200 contains the success schema, either alone or as the first entry
 * of `oneOf`.
 */
function successOf(content: unknown): JsonSchema | undefined {
  const { schema } = (content as Record<string, { schema: JsonSchema }>)['application/json'] ?? {}
  return schema?.oneOf?.[0] ?? schema
}

function fieldTable(rows: ApiFieldRow[], request: boolean): string {
  if (rows.length === 0) return '<p class="none">没有字段</p>'
  const head = request ? ['字段', '含义', '类型', '必填', '约束'] : ['字段', '类型', '总是有', '约束']
  const body = rows.map((row) => [
    `<code>${text(row.path)}</code>`,
    ...(request ? [text(row.title)] : []),
    text(row.type),
    row.required ? (request ? '必填' : '总是有') : request ? '可选' : '可能没有',
    text(row.rules),
  ])
  return table(head, body)
}

function refusalTable(operation: OpenApiOperation): string {
  const rows = operation['x-refusals'].map(({ code, key, msg, status }) => [
    String(code),
    `<code>${text(key)}</code>${status === 200 ? '' : ` HTTP ${status}`}`,
    text(msg),
  ])
  if (rows.length === 0) return '<p class="none">只有通用的 HTTP 错误</p>'
  return table(['code', 'key', 'msg'], rows)
}

function table(head: string[], cells: string[][]): string {
  const body = cells.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
  const titles = head.map((title) => `<th scope="col">${title}</th>`).join('')
  return `<table><thead><tr>${titles}</tr></thead><tbody>${body.join('')}</tbody></table>`
}
