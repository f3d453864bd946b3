import { categories } from '@ce/contract/categories'
import { Button, Radio } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Dialog } from '../../kit/Dialog.tsx'
import { useUrlFilters } from '../../kit/list/use-url-filters.ts'
import { paths } from '../../paths.ts'
import classes from './PosterList.module.css'

/** Asks for the category, which cannot change later. */
export function NewPosterButton() {
  const { number } = useUrlFilters()
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<number>()
  const category = chosen ?? number('category') ?? categories[0].id
  const navigate = useNavigate()
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        新建内容
      </Button>
      <Dialog
        open={open}
        title="新建内容"
        okText="开始编写"
        cancelText="取消"
        onClose={() => setOpen(false)}
        onOk={() => navigate(`${paths.newPoster()}?category=${category}`)}
      >
        <p id="choose-category" className={classes.ask}>
          放在哪个栏目？建立之后不能更改。
        </p>
        <Radio.Group
          aria-labelledby="choose-category"
          className={classes.categories}
          value={category}
          onChange={(event) => setChosen(Number(event.target.value))}
          options={categories.map(({ id, title }) => ({ value: id, label: title }))}
        />
      </Dialog>
    </>
  )
}
