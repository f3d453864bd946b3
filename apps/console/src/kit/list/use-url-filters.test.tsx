import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { useUrlFilters } from './use-url-filters.ts'

type Filters = ReturnType<typeof useUrlFilters>

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

it('filters are read from the address without surrounding spaces and are not validated', () => {
  const long = '药'.repeat(300)
  const { get, oneOf, number } = at(`?keyword=+${long}+&from=2026-02-30&year=0x7EA&no=7&view=GONE`)
  expect([get('keyword'), get('from'), get('to')]).toEqual([long, '2026-02-30', undefined])
  expect([number('no'), number('year'), number('day')]).toEqual([7, Number.NaN, undefined])
  expect(oneOf('view', ['OPEN', 'DONE'])).toBeUndefined()
})

it('an invalid page number becomes the first page, and personal filters are not read from the address', () => {
  const { page, pageSize, get } = at('?page=0&pageSize=1000&phone=1234', ['phone'])
  expect([page, pageSize]).toEqual([1, 20])
  expect(at('?pageSize=100').pageSize).toBe(100)
  expect(['101', '0', '0x10', '1e1'].map((size) => at(`?pageSize=${size}`).pageSize)).toEqual([...[20, 20, 20, 20]])
  expect(get('phone')).toBeUndefined()
})
