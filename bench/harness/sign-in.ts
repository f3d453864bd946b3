import { clientBase } from '@ce/contract'
import { digestPassword } from '@ce/contract/password'

const account = '13800000002'
const password = 'Demo@2026'

export async function signInAsDemo(origin: string) {
  const { token, user } = await ask<{ token: string; user: { isInitPassword: boolean } }>(
    `${origin}${clientBase}/student/v1/login`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account, password: digestPassword(password) }),
    },
  )
  const { list } = await ask<{
    list: { signId: string; state: string; courses: { id: string; state: string }[] }[]
  }>(`${origin}${clientBase}/course/v1/my_course`, { headers: { authorization: token } })
  const sign = list.find(({ state }) => state === 'STUDYING')
  const course = sign?.courses.find(({ state }) => state !== 'DONE')
  if (!sign || !course) throw new Error('the demo student has nothing to study')
  const session = { token, userInfo: user, initPassword: user.isInitPassword }
  return {
    stored: { user: JSON.stringify(session) },
    lesson: `/system/my-courses/${sign.signId}/${course.id}`,
    exam: `/exam/${sign.signId}/${course.id}`,
  }
}

/** Returns `data` of a response with code 1. @throws Error with the message of the response. */
async function ask<Data>(url: string, init: RequestInit): Promise<Data> {
  const answer: unknown = await (await fetch(url, init)).json()
  const { code, msg, data } = answer as { code: number; msg: string; data: Data }
  if (code !== 1) throw new Error(`${url}: ${msg}`)
  return data
}
