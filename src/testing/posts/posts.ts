import { contextArg, contextOf } from '../http/listing'
import { showPost } from './postAnswer'
import { listPosts } from './postList'
import { listOf, metaSchema, writeArgs } from './postParams'
import { findPost, mayCreate, mayDelete, mayList, mayRead, mayUpdate } from './postPermissions'
import { createPost, deletePost, updatePost } from './postWrites'
import type { Route } from '../http/route'
import type { PostType, SiteState } from '../site/siteState'

/** List, single, creation, changes and deletion of one post type. */
export function postRoutes(type: PostType, site: SiteState): Route[] {
  const base = `/wp/v2/${type.restBase}`
  const schema = () => ({
    $schema: 'http://json-schema.org/draft-04/schema#',
    title: type.slug,
    type: 'object',
    properties: { meta: metaSchema(type, site) },
  })
  const write = writeArgs(type)
  return [
    {
      path: base,
      GET: { args: listOf(type, site), permit: mayList(type), run: (call) => listPosts(type, call) },
      POST: { args: write, permit: mayCreate(type), run: (call) => createPost(type, call) },
      schema,
    },
    {
      path: `${base}/:id`,
      GET: {
        args: { ...contextArg, password: { type: 'string' } },
        permit: mayRead(type),
        run: (call) => showPost(call, findPost(type, call), contextOf(call)),
      },
      update: { args: write, permit: mayUpdate(type), run: (call) => updatePost(type, call) },
      DELETE: {
        args: { force: { type: 'boolean', default: false } },
        permit: mayDelete(type),
        run: (call) => deletePost(type, call),
      },
      schema,
    },
  ]
}
