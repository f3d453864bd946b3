import { describe, expect, it } from 'vitest'
import { call, deps, must } from '../../../test/world.ts'
import { readSiteInfo, writeSiteInfo } from './service.ts'

describe('site_info', () => {
  it('gives everybody the constants, and a title even before staff have set any', async () => {
    const before = await must('GET /first_page/v1/site_info')
    expect(before.title).not.toBe('')
    const { db } = await deps()
    await writeSiteInfo(db, {
      ...(await readSiteInfo(db)),
      organizer: '示例协会',
      phone: '0571-0000',
    })
    expect(await must('GET /first_page/v1/site_info')).toMatchObject({
      title: before.title,
      organizer: '示例协会',
      phone: '0571-0000',
    })
  })

  it('needs no sign-in, and a bad token does not spoil it', async () => {
    expect(await call('GET /first_page/v1/site_info', {}, 'nonsense')).toMatchObject({ code: 1 })
  })
})
