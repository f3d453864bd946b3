import { describe, expect, it } from 'vitest'
import { askedOf, retitled, titleProblem } from './invoice-title.ts'

describe('the title of an invoice', () => {
  it('a person has no credit code, whatever was typed before', () => {
    const typed = {
      titleType: 'PERSONAL',
      title: ' 林晓梅 ',
      taxNo: '123',
      email: ' a@b.cn ',
    } as const
    expect(titleProblem('taxNo', typed)).toBeNull()
    expect(askedOf(typed)).toEqual({
      titleType: 'PERSONAL',
      title: '林晓梅',
      email: 'a@b.cn',
      remark: '',
      saveTitle: false,
    })
  })

  it('a company needs a code that checks, in either case', () => {
    const company = { titleType: 'COMPANY', title: '江南示例大药房有限公司' } as const
    expect(titleProblem('taxNo', company)).toContain('须填写')
    expect(titleProblem('taxNo', { ...company, taxNo: '123' })).toContain('18 位')
    expect(titleProblem('taxNo', { ...company, taxNo: '91330106673959654p' })).toBeNull()
  })

  it('says nothing about a title that is not there yet', () => {
    expect(titleProblem('title', { titleType: 'PERSONAL', title: '' })).toBeNull()
    expect(titleProblem('title', { titleType: 'PERSONAL', title: '某某药房' })).toContain('单位')
  })

  it('each kind of title comes back with its type: 个人 → 企业 → 事业单位 → 个人 → 企业', () => {
    const start = { kept: { person: '林晓梅', unit: '' }, title: '林晓梅' }
    const company = retitled(start.kept, { titleType: 'PERSONAL', title: '林晓' }, 'COMPANY')
    expect(company.title).toBe('')
    const typed = { titleType: 'COMPANY', title: '江南示例大药房有限公司' } as const
    const institution = retitled(company.kept, typed, 'INSTITUTION')
    expect(institution.title).toBe(typed.title)
    const left = { ...typed, titleType: 'INSTITUTION' } as const
    const person = retitled(institution.kept, left, 'PERSONAL')
    expect(person.title).toBe('林晓')
    const again = retitled(person.kept, { titleType: 'PERSONAL', title: person.title }, 'COMPANY')
    expect(again.title).toBe(typed.title)
  })
})
