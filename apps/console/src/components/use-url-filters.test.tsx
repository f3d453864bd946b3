import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { useUrlFilters } from './use-url-filters.ts'

type Filters = ReturnType<typeof useUrlFilters>

/** The filters of a list at an address. */
function at(search: string, personal: string[] = []): Filters {
  const read: Filters[] = []
  function List() {
    read.push(useUrlFilters(personal))
    return null
  }
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[`/list${search}`]}>
      <List />
    </MemoryRouter>,
  )
  const [filters] = read
  if (!filters) throw new Error('the list was not drawn')
  return filters
}

it('a filter is read as what it should be', () => {
  const { get, oneOf, fitting, id, day, year, filtered } = at(
    '?keyword=+药+&state=DONE&year=2026&type=AB1&course=0F8fad5b-d9cb-469f-a165-70867728950e&from=2026-03-01',
  )
  expect(get('keyword')).toBe('药')
  expect(oneOf('state', ['OPEN', 'DONE'])).toBe('DONE')
  expect(fitting('type', /^[A-Z0-9]+$/)).toBe('AB1')
  expect(year('year')).toBe(2026)
  expect(id('course')).toBe('0F8fad5b-d9cb-469f-a165-70867728950e')
  expect(day('from')).toBe('2026-03-01')
  expect(filtered).toBe(true)
})

it('what it is not is no filter', () => {
  const { oneOf, fitting, id, day, year } = at(
    '?state=GONE&year=26&since=1999&until=2026.5&course=7&from=2026-13-01&to=gestern',
  )
  expect(oneOf('state', ['OPEN', 'DONE'])).toBeUndefined()
  expect(fitting('state', /^[a-z]+$/)).toBeUndefined()
  expect([year('year'), year('since'), year('until')]).toEqual([undefined, undefined, undefined])
  expect(id('course')).toBeUndefined()
  expect(day('from')).toBeUndefined()
  expect(day('to')).toBeUndefined()
})

it('a day that the calendar lacks is no filter', () => {
  const { day } = at('?from=2026-02-30&to=2025-02-29&on=2028-02-29')
  expect([day('from'), day('to'), day('on')]).toEqual([undefined, undefined, '2028-02-29'])
})

it('a page that no list has is the first, and no filter; a personal filter is read from no address', () => {
  const { page, pageSize, get } = at('?page=0&pageSize=1000&phone=1234', ['phone'])
  expect([page, pageSize]).toEqual([1, 20])
  expect(get('phone')).toBeUndefined()
  expect(at('?page=3').filtered).toBe(false)
})
