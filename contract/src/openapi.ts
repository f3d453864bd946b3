import type { AnyCall } from './define.ts'
import { type RefusalKey, refusals } from './errors.ts'
import { clientBase, clientCalls } from './index.ts'
import { jsonSchema, type Schema } from './openapi-schema.ts'

export type { Schema } from './openapi-schema.ts'

export interface ListedRefusal {
  key: RefusalKey
  code: number
  msg: string
  /** the HTTP status it comes with */
  status: number
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  security: Record<string, string[]>[]
  parameters?: { name: string; in: 'query' | 'path'; required: boolean; schema: Schema }[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, object>
  /** every refusal a client must expect */
  'x-refusals': ListedRefusal[]
}

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, { get?: Operation; post?: Operation }>
  components: { securitySchemes: object; schemas: Record<string, Schema>; responses: object }
}

const tags: Record<keyof typeof clientCalls, string> = {
  student: '学员：登录、注册、资料',
  file: '文件上传',
  order: '报名与订单',
  course: '课程与学习',
  exam: '在线考试',
  certification_grant: '学时与证明',
  first_page: '站点信息',
}

const description = [
  '执业药师继续教育平台，学员与公众调用。',
  '每个回答都是 {code, msg, data}：code 为 1 表示成功；被规则拒绝时 HTTP 状态仍为 200，code 为拒绝码，data.key 为其名称，data.fields 为各字段的问题。',
  '登录令牌放在 Authorization 头中，可带或不带 Bearer。内容相同的重复提交返回第一次的结果。',
  '时间为 ISO 8601 UTC，金额为整数分，学时保留一位小数。',
  '回答中的文件地址（/files/…）带有签名，十分钟内有效，支持 Range；过期后重新调用原接口即可得到新地址。',
].join('\n')

/** The OpenAPI 3.1 document of every learner and public call, made from the schemas that validate. */
export function openApiDocument(): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const [module, calls] of Object.entries(clientCalls))
    for (const [name, call] of Object.entries<AnyCall>(calls)) {
      const path = call.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = {
        ...paths[path],
        [call.method === 'GET' ? 'get' : 'post']: operation(module, name, call),
      }
    }
  return {
    openapi: '3.1.0',
    info: { title: '执业药师继续教育平台 API', version: '1.0.0', description },
    servers: [{ url: clientBase }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    paths,
    components,
  }
}

function operation(module: string, name: string, call: AnyCall): Operation {
  const request = jsonSchema(call.request, 'input')
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map((match) => ({
    name: match[1] ?? '',
    in: 'path' as const,
    required: true,
    schema: { type: 'string' },
  }))
  const inQuery = Object.entries(call.method === 'GET' ? (request.properties ?? {}) : {}).map(
    ([field, schema]) => ({
      name: field,
      in: 'query' as const,
      required: request.required?.includes(field) ?? false,
      schema,
    }),
  )
  const parameters = [...inPath, ...inQuery]
  const listed = refusalsOf(call, Object.keys(request.properties ?? {}).length > 0)
  return {
    operationId: `${module}.${name}`,
    tags: [module],
    summary: call.summary,
    security: call.audience === 'student' ? [{ studentToken: [] }] : [],
    ...(parameters.length ? { parameters } : {}),
    ...(call.method === 'POST' ? { requestBody: requestBody(call, request) } : {}),
    responses: responses(call, listed),
    'x-refusals': listed,
  }
}

function refusalsOf(call: AnyCall, hasFields: boolean): ListedRefusal[] {
  const common: RefusalKey[] = hasFields ? ['common.invalid'] : []
  return [...common, ...call.refusals].map((key) => {
    const {
      code,
      msg,
      status = 200,
    }: { code: number; msg: string; status?: number } = refusals[key]
    return { key, code, msg, status }
  })
}

function requestBody(call: AnyCall, request: Schema): Operation['requestBody'] {
  if (call.body === 'raw') return { required: true, content: { '*/*': { schema: {} } } }
  if (call.body !== 'multipart')
    return { required: true, content: { 'application/json': { schema: request } } }
  const schema = {
    ...request,
    properties: {
      ...request.properties,
      file: { title: '文件', type: 'string', format: 'binary' },
    },
    required: [...(request.required ?? []), 'file'],
  }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

function responses(call: AnyCall, listed: ListedRefusal[]): Record<string, object> {
  const success: Schema = {
    type: 'object',
    properties: {
      code: { const: 1 },
      msg: { type: 'string' },
      data: jsonSchema(call.response, 'output'),
    },
    required: ['code', 'msg', 'data'],
  }
  const refused = listed.filter((refusal) => refusal.status === 200)
  const oneOf = refused.length ? [success, refusalSchema(refused)] : [success]
  const others = listed.filter((refusal) => refusal.status !== 200)
  return {
    200: {
      description: refused.length ? '成功，或被规则拒绝（code 不为 1）' : '成功',
      content: { 'application/json': { schema: oneOf.length > 1 ? { oneOf } : success } },
    },
    ...(call.method === 'POST' ? { 400: httpError('Unparsable'), 413: httpError('TooLarge') } : {}),
    ...(call.audience === 'student' ? { 401: httpError('Unauthorized') } : {}),
    429: httpError('TooOften'),
    500: httpError('Broken'),
    503: httpError('Busy'),
    ...Object.fromEntries(
      others.map(({ status, msg, ...refusal }) => [
        status,
        {
          description: msg,
          content: { 'application/json': { schema: refusalSchema([{ ...refusal, msg, status }]) } },
        },
      ]),
    ),
  }
}

function refusalSchema(listed: ListedRefusal[]): Schema {
  return {
    type: 'object',
    properties: {
      code: { type: 'integer', enum: listed.map(({ code }) => code) },
      msg: { type: 'string' },
      data: {
        type: 'object',
        properties: {
          key: { type: 'string', enum: listed.map(({ key }) => key) },
          fields: { type: 'object', additionalProperties: { type: 'string' } },
        },
        required: ['key'],
      },
    },
    required: ['code', 'msg', 'data'],
  }
}

function httpError(name: keyof typeof commonErrors): object {
  return { $ref: `#/components/responses/${name}` }
}

const commonErrors = {
  Unparsable: 'common.unparsable',
  Unauthorized: 'common.unauthorized',
  TooLarge: 'common.tooLarge',
  TooOften: 'common.tooOften',
  Broken: 'common.broken',
  Busy: 'common.busy',
} as const satisfies Record<string, RefusalKey>

const components: OpenApiDocument['components'] = {
  securitySchemes: {
    studentToken: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: '登录或注册返回的 token，可带或不带 “Bearer ”',
    },
  },
  schemas: {
    Refusal: {
      type: 'object',
      properties: {
        code: { type: 'integer' },
        msg: { type: 'string' },
        data: { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] },
      },
      required: ['code', 'msg', 'data'],
    },
  },
  responses: Object.fromEntries(
    Object.entries(commonErrors).map(([name, key]) => [
      name,
      {
        description: `${refusals[key].code} ${key}：${refusals[key].msg}`,
        ...(name === 'TooOften' || name === 'Busy'
          ? { headers: { 'Retry-After': { description: '秒', schema: { type: 'integer' } } } }
          : {}),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    ]),
  ),
}
