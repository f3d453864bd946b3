import { z } from 'zod'
import { nothing } from '../common.ts'
import { defineCall } from '../define.ts'

export const siteInfo = z.object({
  title: z.string(),
  organizer: z.string(),
  address: z.string(),
  email: z.string(),
  phone: z.string(),
  recordNumber: z.string(),
  policeRecordNumber: z.string(),
  wechatNumber: z.string(),
  qrImages: z.array(z.object({ title: z.string(), url: z.string() })),
  techSupport: z.string(),
  agreementVersion: z.string(),
  privacyVersion: z.string(),
  agreement: z.array(z.string()),
  privacy: z.array(z.string()),
})

export const first_page = {
  siteInfo: defineCall({
    method: 'GET',
    path: '/first_page/v1/site_info',
    audience: 'public',
    summary: '站点信息',
    request: nothing,
    response: siteInfo,
    refusals: [],
  }),
}
