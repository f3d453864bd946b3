import { peopleCategories, videoCategories } from '@ce/contract/categories'
import { EmptyState, ErrorState } from '@ce/ui/States.tsx'
import { Form, Link, useLoaderData } from 'react-router'
import { CategoryNavigation } from '../CategoryNavigation.tsx'
import { Breadcrumbs } from '../Crumbs.tsx'
import { ItemCards, ItemRows, PersonCards } from '../ItemLists.tsx'
import { KeywordInput } from '../KeywordInput.tsx'
import type { ListPageData } from '../loaders.ts'
import { Pager } from '../Pager.tsx'
import { sitePaths as paths } from '../paths.ts'
import { writeSiteQuery } from '../read-query.ts'

const pictured: readonly string[] = ['news', 'technology', 'education']

export function ListPage() {
  const { category, keyword, problem, posters } = useLoaderData<ListPageData>()
  const list = paths.list(category.name)
  return (
    <div className="site-width">
      <Breadcrumbs here={category.title} />
      <div className="list-frame">
        <section className="page-card" aria-labelledby="list-title">
          <div className="list-head">
            <h1 id="list-title">{category.title}</h1>
            <Form action={list} className="filter-form">
              <KeywordInput
                keyword={keyword}
                aria-label={`在${category.title}中查找`}
                aria-invalid={problem !== null}
                placeholder="在本栏目中查找"
              />
              <button type="submit">查找</button>
            </Form>
          </div>
          {keyword && !problem && (
            <p className="list-filter" role="status">
              与“{keyword}”有关的内容共 {posters.total} 条。<Link to={list}>显示全部</Link>
            </p>
          )}
          {posters.list.length > 0 ? <Items /> : <NoItems />}
          {posters.list.length > 0 && <Pager {...posters} to={(page) => list + writeSiteQuery({ page, keyword })} />}
        </section>
        <CategoryNavigation open={category.name} />
      </div>
    </div>
  )
}

function Items() {
  const { category, posters } = useLoaderData<ListPageData>()
  if (peopleCategories.includes(category.id)) return <PersonCards items={posters.list} />
  if (videoCategories.includes(category.id)) return <ItemCards items={posters.list} />
  return <ItemRows items={posters.list} pictures={pictured.includes(category.name)} />
}

function NoItems() {
  const { category, keyword, problem, posters } = useLoaderData<ListPageData>()
  const list = paths.list(category.name)
  if (problem)
    return (
      <ErrorState title={problem} action={<Link to={list}>显示全部</Link>}>
        请改短或更正后再查找。
      </ErrorState>
    )
  if (posters.total > 0)
    return (
      <EmptyState title="没有这一页" action={<Link to={list + writeSiteQuery({ keyword })}>回到第一页</Link>}>
        这个栏目没有那么多内容，可能有些已经撤下。
      </EmptyState>
    )
  if (keyword)
    return (
      <EmptyState title="没有找到相关内容" action={<Link to={paths.search(keyword)}>在全站中查找“{keyword}”</Link>}>
        可以换一个更短的词，或在全站中查找。
      </EmptyState>
    )
  return (
    <EmptyState title="这个栏目还没有内容" action={<Link to={paths.home()}>返回首页</Link>}>
      内容由协会工作人员发布，发布后会显示在这里。
    </EmptyState>
  )
}
