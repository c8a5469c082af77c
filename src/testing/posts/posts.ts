import { type Resource, resource } from '../http/resource'
import { showPost } from './postAnswer'
import { listPosts } from './postList'
import { listOf, metaSchema, writeArgs } from './postParams'
import { text } from '../http/params'
import { findPost, mayCreate, mayDelete, mayList, mayRead, mayUpdate } from './postPermissions'
import { createPost, dropPost, trashPost, updatePost } from './postWrites'
import type { Route } from '../http/route'
import type { PostRow, PostType, SiteState } from '../site/siteState'

/** The records of one post type. */
export function postResource(type: PostType, site: SiteState): Resource<PostRow> {
  const write = writeArgs(type)
  return {
    path: `/wp/v2/${type.restBase}`,
    schema: () => ({
      $schema: 'http://json-schema.org/draft-04/schema#',
      title: type.slug,
      type: 'object',
      properties: { meta: metaSchema(type, site) },
    }),
    find: (call) => findPost(type, call),
    show: showPost,
    list: { args: listOf(type, site), permit: mayList(type), rows: (call) => listPosts(type, call) },
    create: { args: write, permit: mayCreate(type), make: (call) => createPost(type, call) },
    read: { args: { password: text }, permit: mayRead(type) },
    update: { args: write, permit: mayUpdate(type), change: (call, post) => updatePost(type, call, post) },
    remove: {
      permit: mayDelete(type),
      trash: (call, post) => trashPost(type, call, post),
      drop: dropPost,
    },
  }
}

/** List, single, creation, changes and deletion of one post type. */
export function postRoutes(type: PostType, site: SiteState): Route[] {
  return resource(postResource(type, site))
}
