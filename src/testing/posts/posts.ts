import type { WholeResource } from '../http/resource'
import { showPost } from './postAnswer'
import { listPosts } from './postList'
import { listOf, metaSchema, writeArgs } from './postParams'
import { text } from '../http/params'
import { demandPost, findPost, mayCreate, mayList, mayRead, mayUpdate } from './postPermissions'
import { createPost, dropPost, trashPost, updatePost } from './postWrites'
import type { PostRow, PostType, SiteState } from '../site/siteState'

/** The records of one post type. */
export function postResource(type: PostType, site: SiteState): WholeResource<PostRow> {
  const write = writeArgs(type, site)
  return {
    path: `/wp/v2/${type.restBase}`,
    batch: true,
    schema: () => ({
      $schema: 'http://json-schema.org/draft-04/schema#',
      title: type.slug,
      type: 'object',
      properties: { meta: metaSchema(type, site) },
    }),
    find: (call) => findPost(type, call),
    show: showPost,
    list: {
      args: listOf(type, site),
      permit: (call) => mayList(type, call),
      rows: (call) => listPosts(type, call),
    },
    create: {
      args: write,
      permit: (call) => mayCreate(type, call),
      make: (call) => createPost(type, call),
    },
    read: { args: { password: text }, permitRow: (call, post) => mayRead(type, call, post) },
    update: {
      args: write,
      permitRow: (call, post) => mayUpdate(type, call, post),
      change: (call, post) => updatePost(type, call, post),
    },
    remove: {
      permitRow: (call, post) => demandPost(call, 'delete', post, 'rest_cannot_delete'),
      trash: (call, post) => trashPost(type, call, post),
      drop: dropPost,
    },
  }
}
