import type { AnyCallDefinition } from './define.ts'
import { type RefusalKey, refusals } from './errors.ts'
import { clientBase, clientCalls, employerBase, employerCalls, staffBase, staffCalls } from './index.ts'
import { type JsonSchema, toJsonSchema } from './openapi-schema.ts'
import { type Permission, permissions } from './rules/permissions.ts'

export type { JsonSchema } from './openapi-schema.ts'

export interface ListedRefusal {
  key: RefusalKey
  code: number
  msg: string
  status: number
}

export interface OpenApiOperation {
  operationId: string
  tags: string[]
  summary: string
  security: Record<string, string[]>[]
  parameters?: { name: string; in: 'query' | 'path'; required: boolean; schema: JsonSchema }[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, object>
  'x-refusals': ListedRefusal[]
  'x-permission'?: { name: Permission; title: string }
}

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, { get?: OpenApiOperation; post?: OpenApiOperation }>
  components: { securitySchemes: object; schemas: Record<string, JsonSchema>; responses: object }
}

const clientTags: Record<keyof typeof clientCalls, string> = {
  student: '学员：登录、注册、资料',
  file: '文件上传',
  order: '报名与订单',
  course: '课程与学习',
  course_reduce: '学时减免',
  exam: '在线考试',
  certification_grant: '学时与证明',
  first_page: '站点信息',
  message: '站内消息',
  invoice: '发票',
  privacy: '个人信息与隐私',
  invitation: '单位代缴',
  system: '系统：页面的错误与快慢',
}

const staffTags: Record<keyof typeof staffCalls, string> = {
  staff: '工作台：登录与工作人员',
  audit: '工作台：操作日志',
  file: '工作台：文件上传',
  poster: '工作台：内容',
  poster_import: '工作台：批量导入',
  exam: '工作台：考场、处置、申诉与自检',
  question: '工作台：题库',
  question_import: '工作台：试题导入',
  teaching: '工作台：教师与课程',
  study: '工作台：学习记录',
  student_desk: '工作台：学员',
  roster_import: '工作台：学员与学时导入',
  print_font: '工作台：打印字体',
  finance: '财务：订单、退款与对账',
  todo: '工作台：待办',
  statistics: '工作台：统计',
  capture_review: '工作台：抓拍核查',
  course_reduce: '工作台：学时减免',
  certification_grant: '工作台：学时证明',
  plan: '工作台：年度计划',
  invoice: '工作台：发票',
  privacy: '工作台：学员的更正申请',
  message: '工作台：邮件与短信投递',
  retention: '工作台：数据保留',
  setting: '工作台：运行参数',
  first_page: '工作台：轮播、友情链接、站点信息',
  organisation: '工作台：用人单位',
  system: '工作台：系统状态',
}

const employerTags: Record<keyof typeof employerCalls, string> = {
  organisation: '用人单位：登录与账号',
  invitation: '用人单位：名单、订单、发票',
}

interface Side {
  base: string
  /** Module prefix for operation ids, because audiences may share module names. */
  prefix: string
  modules: Record<string, Record<string, AnyCallDefinition>>
  tags: Record<string, string>
}

const sides: Side[] = [
  { base: clientBase, prefix: '', modules: clientCalls, tags: clientTags },
  { base: staffBase, prefix: 'staff.', modules: staffCalls, tags: staffTags },
  { base: employerBase, prefix: 'employer.', modules: employerCalls, tags: employerTags },
]

const root = '/api'

const description = [
  '执业药师继续教育平台：学员与公众调用（/client），工作人员调用（/staff），用人单位调用（/employer）。',
  '每个回答都是 {code, msg, data}：code 为 1 表示成功；被规则拒绝时 HTTP 状态仍为 200，code 为拒绝码，data.key 为其名称，data.fields 为各字段的问题。',
  '登录令牌放在 Authorization 头中，可带或不带 Bearer。内容相同的重复提交返回第一次的结果。',
  '时间为 ISO 8601 UTC，金额为整数分，学时保留一位小数。',
  '回答中的文件地址（/files/…）带有签名，十分钟内有效，支持 Range；过期后重新调用原接口即可得到新地址。',
].join('\n')

export function openApiDocument(): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const side of sides)
    for (const [module, calls] of Object.entries(side.modules))
      for (const [name, call] of Object.entries(calls)) {
        const path = (side.base + call.path).slice(root.length).replace(/:(\w+)/g, '{$1}')
        paths[path] = {
          ...paths[path],
          [call.method === 'GET' ? 'get' : 'post']: operation(side.prefix + module, name, call),
        }
      }
  return {
    openapi: '3.1.0',
    info: { title: '执业药师继续教育平台 API', version: '1.1.0', description },
    servers: [{ url: root }],
    tags: sides.flatMap(({ prefix, tags }) =>
      Object.entries(tags).map(([name, text]) => ({ name: prefix + name, description: text })),
    ),
    paths,
    components,
  }
}

function operation(tag: string, name: string, call: AnyCallDefinition): OpenApiOperation {
  const request = toJsonSchema(call.request, 'input', call.labels)
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map((match) => ({
    name: match[1] ?? '',
    in: 'path' as const,
    required: true,
    schema: { type: 'string' },
  }))
  const inQuery = Object.entries(call.method === 'GET' ? (request.properties ?? {}) : {}).map(([field, schema]) => ({
    name: field,
    in: 'query' as const,
    required: request.required?.includes(field) ?? false,
    schema,
  }))
  const parameters = [...inPath, ...inQuery]
  const listed = refusalsOf(call, Object.keys(request.properties ?? {}).length > 0)
  return {
    operationId: `${tag}.${name}`,
    tags: [tag],
    summary: call.summary,
    security: security[call.audience],
    ...(parameters.length ? { parameters } : {}),
    ...(call.method === 'POST' ? { requestBody: requestBody(call, request) } : {}),
    responses: responses(call, listed),
    'x-refusals': listed,
    ...(call.permission ? { 'x-permission': { name: call.permission, title: permissions[call.permission] } } : {}),
  }
}

const security: Record<AnyCallDefinition['audience'], OpenApiOperation['security']> = {
  public: [],
  student: [{ studentToken: [] }],
  staff: [{ staffToken: [] }],
  employer: [{ employerToken: [] }],
}

function refusalsOf(call: AnyCallDefinition, hasFields: boolean): ListedRefusal[] {
  const common: RefusalKey[] = hasFields ? ['common.invalid'] : []
  return [...common, ...ofTheDoor(call), ...call.refusals].map((key) => {
    const { code, msg, status = 200 }: { code: number; msg: string; status?: number } = refusals[key]
    return { key, code, msg, status }
  })
}

/** Returns the refusals of access checks and of required first steps, such as a password change. */
function ofTheDoor({ audience, permission, before, agreement }: AnyCallDefinition): RefusalKey[] {
  if (audience === 'student') return agreement === 'notNeeded' ? [] : ['student.agreementRequired']
  const forbidden: RefusalKey[] = permission ? ['staff.forbidden'] : []
  if (audience !== 'staff' && audience !== 'employer') return []
  if (before === 'PASSWORD') return forbidden
  if (audience === 'employer') return ['organisation.passwordChangeNeeded']
  return [...forbidden, 'staff.passwordChangeNeeded', ...(before ? [] : (['staff.totpSetupNeeded'] as const))]
}

function requestBody(call: AnyCallDefinition, request: JsonSchema): OpenApiOperation['requestBody'] {
  if (call.body === 'raw') return { required: true, content: { '*/*': { schema: {} } } }
  if (call.body !== 'multipart') return { required: true, content: { 'application/json': { schema: request } } }
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

function responses(call: AnyCallDefinition, listed: ListedRefusal[]): Record<string, object> {
  const success: JsonSchema = {
    type: 'object',
    properties: {
      code: { const: 1 },
      msg: { type: 'string' },
      data: toJsonSchema(call.response, 'output'),
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
    ...(call.audience !== 'public' ? { 401: httpError('Unauthorized') } : {}),
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

function refusalSchema(listed: ListedRefusal[]): JsonSchema {
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
          requestId: { type: 'string', description: 'HTTP 5xx 时的请求编号，管理员可据此查找日志' },
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
    staffToken: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: '工作人员登录返回的 token，可带或不带 “Bearer ”；学员的 token 无效',
    },
    employerToken: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: '用人单位登录返回的 token，可带或不带 “Bearer ”；学员与工作人员的 token 无效',
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

export interface RequestField {
  name: string
  required: boolean
  schema: JsonSchema
}

/** Reads the fields of a call's request from the API document that the server serves. */
export function requestFields(
  { paths }: OpenApiDocument,
  base: string,
  { method, path }: AnyCallDefinition,
): RequestField[] {
  const address = (base + path).replace('/api', '').replace(/:(\w+)/g, '{$1}')
  const operation = paths[address]?.[method === 'GET' ? 'get' : 'post']
  if (!operation) throw new Error(`the document does not have ${address}`)
  const schemas = Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema)
  return [
    ...(operation.parameters ?? []).filter((one) => one.in === 'query'),
    ...schemas.flatMap(({ properties = {}, required = [] }) =>
      Object.entries(properties).map(([name, schema]) => ({
        name,
        required: required.includes(name),
        schema,
      })),
    ),
  ]
}

export function toQueryString(body: unknown): string {
  const entries = typeof body === 'object' && body ? Object.entries(body) : [['id', body]]
  return new URLSearchParams(
    entries.map(([name, value]): [string, string] => [
      String(name),
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString()
}
