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

it('reads a filter as the address has it, without spaces around it', () => {
  const { get, oneOf, choice, number, filtered } = at(
    '?keyword=+药+&state=DONE&year=2026&view=DONE',
  )
  expect(get('keyword')).toBe('药')
  expect(choice('state', ['OPEN', 'DONE'])).toBe('DONE')
  expect(oneOf('view', ['OPEN', 'DONE'])).toBe('DONE')
  expect(number('year')).toBe(2026)
  expect([get('from'), choice('type', ['A']), number('no')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(filtered).toBe(true)
})

it('hands on what the server will refuse, and leaves out nothing', () => {
  const long = '药'.repeat(300)
  const { get, oneOf, choice, number } = at(
    `?state=GONE&year=0x7EA&from=2026-02-30&keyword=${long}&view=GONE`,
  )
  expect(choice('state', ['OPEN', 'DONE'])).toBe('GONE')
  expect(number('year')).toBeNaN()
  expect([get('from'), get('keyword')]).toEqual(['2026-02-30', long])
  // which view of a page is open is no filter
  expect(oneOf('view', ['OPEN', 'DONE'])).toBeUndefined()
})

it('a page that no list has is the first, and no filter; a personal filter is read from no address', () => {
  const { page, pageSize, get } = at('?page=0&pageSize=1000&phone=1234', ['phone'])
  expect([page, pageSize]).toEqual([1, 20])
  expect(at('?pageSize=100').pageSize).toBe(100)
  expect(['101', '0', '0x10', '1e1'].map((size) => at(`?pageSize=${size}`).pageSize)).toEqual([
    ...[20, 20, 20, 20],
  ])
  expect(get('phone')).toBeUndefined()
  expect(at('?page=3').filtered).toBe(false)
})
