import { describe, expect, it } from 'vitest'
import { changeInvoiceTitleType, invoiceTitleProblem, toInvoiceInput } from './invoice-title.ts'

describe('invoice titles', () => {
  it('a personal invoice title has no credit code, whatever was typed before', () => {
    const typed = {
      titleType: 'PERSONAL',
      title: ' 林晓梅 ',
      taxNo: '123',
      email: ' a@b.cn ',
    } as const
    expect(invoiceTitleProblem('taxNo', typed)).toBeNull()
    expect(toInvoiceInput(typed)).toEqual({
      titleType: 'PERSONAL',
      title: '林晓梅',
      email: 'a@b.cn',
      remark: '',
      saveTitle: false,
    })
  })

  it('a company title needs a valid credit code in upper or lower case', () => {
    const company = { titleType: 'COMPANY', title: '江南示例大药房有限公司' } as const
    expect(invoiceTitleProblem('taxNo', company)).toContain('须填写')
    expect(invoiceTitleProblem('taxNo', { ...company, taxNo: '123' })).toContain('18 位')
    expect(invoiceTitleProblem('taxNo', { ...company, taxNo: '91330106673959654p' })).toBeNull()
  })

  it('an empty invoice title is not reported as invalid', () => {
    expect(invoiceTitleProblem('title', { titleType: 'PERSONAL', title: '' })).toBeNull()
    expect(invoiceTitleProblem('title', { titleType: 'PERSONAL', title: '某某药房' })).toContain('单位')
  })

  it('choosing a title type again restores its title: 个人 → 企业 → 事业单位 → 个人 → 企业', () => {
    const start = { kept: { person: '林晓梅', unit: '' }, title: '林晓梅' }
    const company = changeInvoiceTitleType(start.kept, { titleType: 'PERSONAL', title: '林晓' }, 'COMPANY')
    expect(company.title).toBe('')
    const typed = { titleType: 'COMPANY', title: '江南示例大药房有限公司' } as const
    const institution = changeInvoiceTitleType(company.kept, typed, 'INSTITUTION')
    expect(institution.title).toBe(typed.title)
    const left = { ...typed, titleType: 'INSTITUTION' } as const
    const person = changeInvoiceTitleType(institution.kept, left, 'PERSONAL')
    expect(person.title).toBe('林晓')
    const again = changeInvoiceTitleType(person.kept, { titleType: 'PERSONAL', title: person.title }, 'COMPANY')
    expect(again.title).toBe(typed.title)
  })
})
