import { digestPassword } from '@ce/contract/password'
import { describe, expect, it } from 'vitest'
import {
  createTestIdNo,
  createTestPerson,
  makeStudent,
  registrationInput,
  solveNewChallenge,
} from '../../../test/factories/student.ts'
import { listMessageTitlesTo } from '../../../test/told/messages.ts'
import { call, deps, must, passTime } from '../../../test/world.ts'

const wrong = digestPassword('Wrong#2026')

describe('registration', () => {
  it('registers and signs in, and a lower-case x in the id number is accepted', async () => {
    const person = await registrationInput({ name: '欧阳·阿依古丽' })
    const { token, user } = await must('POST /student/v1/register', person)
    expect(user).toMatchObject({
      isInitPassword: true,
      phoneMasked: expect.stringMatching(/^1\d{2}\*{4}\d{4}$/),
    })
    const profile = await must('GET /student/v1/profile', {}, token)
    expect(profile).toMatchObject({
      name: '欧阳·阿依古丽',
      nameLocked: false,
      certificateNo: person.certificateNo,
    })
    expect(JSON.stringify(profile)).not.toContain(person.idNo)
    await must('POST /student/v1/login', {
      account: person.idNo.toLowerCase(),
      password: person.password,
    })
  })

  it('stores passwords with argon2id', async () => {
    const person = await registrationInput()
    await must('POST /student/v1/register', person)
    const { db } = await deps()
    const { passwordHash } = await db
      .selectFrom('student')
      .select('passwordHash')
      .where('phone', '=', person.phone)
      .executeTakeFirstOrThrow()
    // 19 MiB and two passes, the minimum of OWASP.
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it.each([
    ['name', { name: 'John' }],
    ['name', { name: '王' }],
    ['name', { name: '<b>王五</b>' }],
    ['idNo', { idNo: '11010519491231002A' }],
    ['idNo', { idNo: '110105194912310021' }],
    ['idNo', { idNo: '110105194913310021' }],
    ['phone', { phone: '12345678901' }],
    ['password', { password: 'plain text' }],
    ['certificateNo', { certificateNo: "a'; drop table student;--" }],
    ['agreementVersion', { agreementVersion: '' }],
    ['idType', { idType: 'NONE' }],
    ['name', { name: { $ne: null } }],
  ])('registration refuses a bad %s', async (field, change) => {
    const answer = await call('POST /student/v1/register', await registrationInput(change))
    expect(answer).toMatchObject({ status: 200, key: 'common.invalid' })
    expect(Object.keys((answer.data as unknown as { fields: object }).fields)).toContain(field)
  })

  it.each(['', '12345678', 'Demo@2026', 'their phone', 'the end of their ID'])(
    'refuses an easily guessed password: %s',
    async (password) => {
      const person = createTestPerson()
      const own: Record<string, string> = {
        'their phone': person.phone,
        'the end of their ID': person.idNo.slice(-6),
      }
      const weak = digestPassword(own[password] ?? password)
      expect(
        await call('POST /student/v1/register', await registrationInput({ ...person, password: weak })),
      ).toMatchObject({
        key: 'student.weakPassword',
        data: { fields: { password: '这个密码过于简单或常见' } },
      })
    },
  )

  it.each([
    ['phone', 'student.phoneTaken'],
    ['idNo', 'student.idTaken'],
    ['certificateNo', 'student.certificateTaken'],
  ] as const)('refuses a %s that is taken', async (field, key) => {
    const student = await makeStudent()
    expect(await call('POST /student/v1/register', await registrationInput({ [field]: student[field] }))).toMatchObject(
      {
        key,
      },
    )
  })

  it('refuses an id number registered under another type', async () => {
    const idNo = `H${createTestPerson().phone.slice(-8)}`
    await must('POST /student/v1/register', await registrationInput({ idType: 'HK_MO_TW', idNo }))
    const twin = await registrationInput({ idType: 'PASSPORT', idNo })
    expect(await call('POST /student/v1/register', twin)).toMatchObject({ key: 'student.idTaken' })
  })

  it('registration requires a challenge, and the refusal contains one', async () => {
    const answer = await call('POST /student/v1/register', await registrationInput({ challenge: undefined }))
    expect(answer).toMatchObject({
      key: 'student.challengeRequired',
      data: { challenge: { parameters: { algorithm: 'PBKDF2/SHA-256' } } },
    })
  })

  it('of two simultaneous registrations with one phone only one succeeds', async () => {
    const first = await registrationInput()
    const second = await registrationInput({ phone: first.phone })
    const answers = await Promise.all([first, second].map((body) => call('POST /student/v1/register', body)))
    expect(answers.map((answer) => answer.key).sort()).toEqual(['student.phoneTaken', undefined])
  })

  it('of two simultaneous registrations with one id number under two types only one succeeds', async () => {
    const idNo = `H${createTestPerson().phone.slice(-8)}`
    const first = await registrationInput({ idType: 'HK_MO_TW', idNo })
    const second = await registrationInput({ idType: 'PASSPORT', idNo })
    const answers = await Promise.all([first, second].map((body) => call('POST /student/v1/register', body)))
    expect(answers.map((answer) => answer.key).sort()).toEqual(['student.idTaken', undefined])
  })

  it('finds a certificate number in upper or lower case', async () => {
    const { certificateNo } = await makeStudent()
    const again = await registrationInput({ certificateNo: certificateNo.toLowerCase() })
    expect(await call('POST /student/v1/register', again)).toMatchObject({
      key: 'student.certificateTaken',
    })
  })
})

describe('sign-in of students', () => {
  it('sign-in works by phone and id number, and all failures get the same response', async () => {
    const student = await makeStudent()
    await must('POST /student/v1/login', { account: student.idNo, password: student.password })
    const wrongPassword = await call('POST /student/v1/login', {
      account: student.phone,
      password: wrong,
    })
    const unknown = await call('POST /student/v1/login', {
      account: createTestPerson().phone,
      password: wrong,
    })
    expect(wrongPassword).toEqual(unknown)
    expect(unknown).toMatchObject({ key: 'student.badCredentials' })
  })

  it('student sign-in requires a challenge from the third try and locks for 15 minutes after five', async () => {
    const student = await makeStudent()
    const attempt = async (challenge?: string) =>
      (await call('POST /student/v1/login', { account: student.phone, password: wrong, challenge })).key
    expect([await attempt(), await attempt(), await attempt()]).toEqual([
      'student.badCredentials',
      'student.badCredentials',
      'student.challengeRequired',
    ])
    const answer = await solveNewChallenge()
    expect(await attempt(answer)).toBe('student.badCredentials')
    expect(await attempt(answer)).toBe('student.challengeInvalid')
    expect(await attempt(await solveNewChallenge())).toBe('student.badCredentials')
    expect(await attempt(await solveNewChallenge())).toBe('student.badCredentials')
    const right = { account: student.phone, password: student.password }
    expect(await call('POST /student/v1/login', right)).toMatchObject({ key: 'student.locked' })
    await passTime(16 * 60)
    await must('POST /student/v1/login', right)
  })

  it('a student lock lasts 15 minutes from the fifth failure', async () => {
    const student = await makeStudent()
    const attempt = async (password: string) =>
      call('POST /student/v1/login', {
        account: student.phone,
        password,
        challenge: await solveNewChallenge(),
      })
    await attempt(wrong)
    await passTime(870)
    for (const _ of [2, 3, 4, 5]) await attempt(wrong)
    await passTime(14 * 60)
    expect(await attempt(student.password)).toMatchObject({
      key: 'student.locked',
      msg: expect.stringContaining('1 分钟'),
    })
    await passTime(61)
    expect(await attempt(student.password)).toMatchObject({ code: 1 })
  })

  it('counts simultaneous password guesses like consecutive ones', async () => {
    const student = await makeStudent()
    const guess = () => call('POST /student/v1/login', { account: student.phone, password: wrong })
    const keys = (await Promise.all(Array.from({ length: 12 }, guess))).map(({ key }) => key)
    expect(keys.filter((key) => key === 'student.badCredentials')).toHaveLength(2)
  })

  it('many simultaneous challenges do not use up the database connections', async () => {
    const accounts = Array.from({ length: 25 }, () => createTestPerson().phone)
    const guess = (account: string) => call('POST /student/v1/login', { account, password: wrong })
    for (const _ of [1, 2]) await Promise.all(accounts.map(guess))
    const keys = (await Promise.all([...accounts, ...accounts].map(guess))).map(({ key }) => key)
    expect(new Set(keys)).toEqual(new Set(['student.challengeRequired']))
  })

  it('refuses forged and expired challenges', async () => {
    const stale = await solveNewChallenge()
    const student = await makeStudent()
    for (const _ of [1, 2]) await call('POST /student/v1/login', { account: student.phone, password: wrong })
    const attempt = (challenge: string) =>
      call('POST /student/v1/login', {
        account: student.phone,
        password: student.password,
        challenge,
      })
    expect(await attempt('AAAA')).toMatchObject({ key: 'student.challengeInvalid' })
    await passTime(5 * 60 + 1)
    expect(await attempt(stale)).toMatchObject({ key: 'student.challengeInvalid' })
    expect(await attempt(await solveNewChallenge())).toMatchObject({ code: 1 })
  })
})

describe('session', () => {
  it('accepts a session token with or without Bearer, and both processes refuse a revoked one', async () => {
    const student = await makeStudent()
    await must('GET /student/v1/profile', {}, `Bearer ${student.token}`)
    await must('GET /student/v1/profile', {}, student.token)
    await must('POST /student/v1/logout', {}, student.token)
    for (const _ of [1, 2, 3, 4])
      expect(await call('GET /student/v1/profile', {}, student.token)).toMatchObject({
        status: 401,
      })
  })

  it('refuses a call with a missing or an invented token', async () => {
    expect(await call('GET /student/v1/profile')).toMatchObject({
      status: 401,
      key: 'common.unauthorized',
    })
    expect(await call('GET /student/v1/profile', {}, 'Bearer x')).toMatchObject({ status: 401 })
  })
})

describe('changes of the own profile', () => {
  it('a profile change sets and clears fields, and a new phone needs the password', async () => {
    const student = await makeStudent()
    const changed = await must(
      'POST /student/v1/modify',
      { employer: '新示例药房', city: '示例市', titleCode: 2 },
      student.token,
    )
    expect(changed).toMatchObject({ employer: '新示例药房', city: '示例市', titleCode: 2 })
    expect(await must('POST /student/v1/modify', { city: '' }, student.token)).toMatchObject({
      city: null,
    })
    const { phone } = createTestPerson()
    expect(await call('POST /student/v1/modify', { phone }, student.token)).toMatchObject({
      key: 'student.passwordNeeded',
    })
    expect(await call('POST /student/v1/modify', { phone, password: wrong }, student.token)).toMatchObject({
      key: 'student.wrongPassword',
    })
    await must('POST /student/v1/modify', { phone, password: student.password }, student.token)
    await must('POST /student/v1/login', { account: phone, password: student.password })
    expect(await listMessageTitlesTo(student)).toEqual(['手机号已修改'])
  })

  it('a profile change refuses a taken phone, bad codes and foreign files', async () => {
    const student = await makeStudent()
    const other = await makeStudent()
    const modify = (body: object) => call('POST /student/v1/modify', body, student.token)
    expect(await modify({ phone: other.phone, password: student.password })).toMatchObject({
      key: 'student.phoneTaken',
    })
    expect(await modify({ employerCreditCode: '91350100M000100Y44' })).toMatchObject({
      key: 'common.invalid',
    })
    expect(await modify({ employerCreditCode: '91350100M000100Y43' })).toMatchObject({ code: 1 })
    expect(await modify({ email: 'nobody' })).toMatchObject({ key: 'common.invalid' })
    expect(await modify({ address: 'x'.repeat(201) })).toMatchObject({ key: 'common.invalid' })
    expect(await modify({ avatarFileId: crypto.randomUUID() })).toMatchObject({
      key: 'common.notFound',
    })
    expect(await call('POST /student/v1/modify', {})).toMatchObject({ status: 401 })
  })
})

describe('password changes of a student', () => {
  it('a password change ends other sessions and marks the initial password as changed', async () => {
    const student = await makeStudent({ initialPasswordChanged: false })
    const { token: other } = await must('POST /student/v1/login', {
      account: student.phone,
      password: student.password,
    })
    const newPassword = digestPassword('Brand#New26')
    const change = (body: object) => call('POST /student/v1/modify_password', body, student.token)
    expect(await change({ oldPassword: wrong, newPassword })).toMatchObject({
      key: 'student.wrongPassword',
    })
    expect(await change({ oldPassword: student.password, newPassword: student.password })).toMatchObject({
      key: 'student.samePassword',
    })
    for (const weak of ['', 'Demo@2026', student.phone, student.idNo.slice(-8)])
      expect(await change({ oldPassword: student.password, newPassword: digestPassword(weak) })).toMatchObject({
        key: 'student.weakPassword',
        data: { fields: { newPassword: '这个密码过于简单或常见' } },
      })
    expect(await change({ oldPassword: student.password, newPassword })).toMatchObject({
      data: { isInitPassword: true },
    })
    expect(await call('GET /student/v1/profile', {}, other)).toMatchObject({ status: 401 })
    expect(await must('GET /student/v1/profile', {}, student.token)).toMatchObject({
      isInitPassword: true,
    })
    expect(await call('POST /student/v1/modify_password', {})).toMatchObject({ status: 401 })
    // The message warns the owner, because someone else may have changed the password.
    expect(await listMessageTitlesTo(student)).toEqual(['登录密码已修改'])
  })

  it('a repeated password change gets the first response, and another session is refused', async () => {
    const student = await makeStudent()
    const body = { oldPassword: student.password, newPassword: digestPassword('Brand#New29') }
    const change = (token = student.token) => call('POST /student/v1/modify_password', body, token)
    for (const answer of await Promise.all([change(), change()]))
      expect(answer).toMatchObject({ data: { isInitPassword: true } })
    for (const _ of [1, 2, 3, 4, 5, 6]) expect(await change()).toMatchObject({ data: { isInitPassword: true } })
    const { token } = await must('POST /student/v1/login', {
      account: student.phone,
      password: body.newPassword,
    })
    expect(await change(token)).toMatchObject({ key: 'student.wrongPassword' })
    const { db } = await deps()
    const changes = await db
      .selectFrom('securityLog')
      .select('id')
      .where('studentId', '=', student.id)
      .where('event', '=', 'PASSWORD_CHANGED')
      .execute()
    expect(changes).toHaveLength(1)
  })

  it('guesses of the old password lock the password check', async () => {
    const student = await makeStudent()
    const guess = () =>
      call(
        'POST /student/v1/modify_password',
        { oldPassword: wrong, newPassword: digestPassword(createTestIdNo()) },
        student.token,
      )
    for (const _ of [1, 2, 3, 4, 5]) expect(await guess()).toMatchObject({ key: 'student.wrongPassword' })
    expect(await guess()).toMatchObject({ key: 'student.locked' })
  })

  it('failed sign-ins do not lock the password change', async () => {
    const student = await makeStudent()
    for (const name of [`own:${student.id}`, `own\0${student.id}`])
      for (const _ of [1, 2, 3, 4, 5])
        await call('POST /student/v1/login', {
          account: name,
          password: wrong,
          challenge: await solveNewChallenge(),
        })
    const body = { oldPassword: student.password, newPassword: digestPassword('Brand#New27') }
    await must('POST /student/v1/modify_password', body, student.token)
  })

  it('a password change ends sessions of the old password, also one of a sign-in in progress', async () => {
    const student = await makeStudent()
    const login = () => call('POST /student/v1/login', { account: student.phone, password: student.password })
    const body = { oldPassword: student.password, newPassword: digestPassword('Brand#New28') }
    const [changed, ...logins] = await Promise.all([
      must('POST /student/v1/modify_password', body, student.token),
      login(),
      login(),
    ])
    expect(changed).toEqual({ isInitPassword: true })
    for (const { data } of logins)
      if ('token' in data) expect(await call('GET /student/v1/profile', {}, data.token)).toMatchObject({ status: 401 })
  })
})
