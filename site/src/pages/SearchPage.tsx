import { formatDate } from '@ce/client/format.ts'
import { categories, categoryById } from '@ce/contract/categories'
import { EmptyState, ErrorState } from '@ce/ui/States.tsx'
import { Form, Link, useLoaderData } from 'react-router'
import { Breadcrumbs } from '../Crumbs.tsx'
import { itemPath } from '../item-links.ts'
import { KeywordInput } from '../KeywordInput.tsx'
import type { SearchPageData } from '../loaders.ts'
import { Pager } from '../Pager.tsx'
import { sitePaths as paths } from '../paths.ts'
import { writeSiteQuery } from '../read-query.ts'

export function SearchPage() {
  const { keyword, category, found } = useLoaderData<SearchPageData>()
  const search = paths.search()
  return (
    <div className="site-width">
      <Breadcrumbs here="站内搜索" />
      <section className="page-card" aria-labelledby="search-title">
        <h1 id="search-title">站内搜索</h1>
        <SearchForm />
        {found && found.total > 0 && (
          <p className="list-filter" role="status">
            与“{keyword}”有关的内容共 {found.total} 条{category ? `（${category.title}）` : ''}。
          </p>
        )}
        {found && found.list.length > 0 ? (
          <>
            <Hits found={found} />
            <Pager {...found} to={(page) => search + writeSiteQuery({ page, keyword, category })} />
          </>
        ) : (
          <NoHits />
        )}
      </section>
    </div>
  )
}

function SearchForm() {
  const { keyword, category, problem } = useLoaderData<SearchPageData>()
  return (
    <Form action={paths.search()} className="filter-form search-form" role="search" aria-label="站内搜索">
      <KeywordInput
        keyword={keyword}
        aria-label="关键词"
        aria-invalid={problem !== null}
        placeholder="标题或正文中的词"
        required
      />
      <select key={category?.name} name="category" aria-label="栏目" defaultValue={category?.name}>
        <option value="">全部栏目</option>
        {categories.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
      <button type="submit">搜索</button>
    </Form>
  )
}

function Hits({ found }: { found: NonNullable<SearchPageData['found']> }) {
  return (
    <ul className="item-rows hits">
      {found.list.map((item) => (
        <li key={item.id}>
          <Link to={itemPath(paths, item)}>
            <span className="item-text">
              <span className="item-title">
                <Marked parts={item.titleParts} />
              </span>
              <span className="item-summary">
                <Marked parts={item.excerpt} />
              </span>
              <span className="item-meta">
                <span>{categoryById(item.categoryId)?.title}</span>
                <time dateTime={item.publishedAt}>{formatDate(item.publishedAt)}</time>
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Marked({ parts }: { parts: readonly { text: string; hit: boolean }[] }) {
  // A text part has no id, so its index is the key.
  const keyed = parts.map((part, key) => ({ ...part, key }))
  return keyed.map(({ text, hit, key }) => (hit ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>))
}

function NoHits() {
  const { keyword, category, found, problem } = useLoaderData<SearchPageData>()
  const search = paths.search()
  if (problem) return <ErrorState title={problem}>请改短或更正后再搜索。</ErrorState>
  if (!found)
    return (
      <EmptyState title="想找什么？" action={<Examples />}>
        输入通知、政策、法规或药学知识中的词。
      </EmptyState>
    )
  if (found.total > 0)
    return (
      <EmptyState
        title="没有这一页"
        action={<Link to={search + writeSiteQuery({ keyword, category })}>回到第一页</Link>}
      >
        搜索结果没有那么多页。
      </EmptyState>
    )
  return (
    <EmptyState
      title={`没有找到与“${keyword}”有关的内容`}
      action={category ? <Link to={search + writeSiteQuery({ keyword })}>在全部栏目中查找</Link> : <Examples />}
    >
      请检查有没有错字，或换一个更短的词。
    </EmptyState>
  )
}

const examples = ['学时', '处方药', '执业药师注册', '发票']

function Examples() {
  return (
    <nav className="search-examples" aria-label="常用的词">
      {examples.map((word) => (
        <Link key={word} to={paths.search(word)}>
          {word}
        </Link>
      ))}
    </nav>
  )
}
