<?php
/**
 * Fills a freshly installed site from /tmp/content.json (see content.ts) and prints, per role, the user's id
 * and application password as JSON. One run, one transaction.
 */

require '/wordpress/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/image.php';
require_once ABSPATH . 'wp-admin/includes/nav-menu.php';

$plan = json_decode(file_get_contents('/tmp/content.json'), true);

$wpdb->query('START TRANSACTION');
wp_defer_term_counting(true);
wp_defer_comment_counting(true);

update_option('blogname', 'The Harbour Gazette');
update_option('blogdescription', 'News from Low Quay');
update_option('admin_email', 'administrator@example.org');
// As on a site that has had another theme. What is there is loaded with the rest; for what is not, each request asks.
add_option('theme_switched', '');
$wp_rewrite->set_permalink_structure('/%year%/%monthnum%/%postname%/');
$wp_rewrite->flush_rules(false);

foreach (get_posts(['post_type' => 'any', 'post_status' => 'any', 'numberposts' => -1]) as $leftover) {
    wp_delete_post($leftover->ID, true);
}

$users = copydesk_seed_users($plan['users']);
wp_set_current_user($users['administrator']['id']);
$terms = copydesk_seed_terms($plan['terms']);
copydesk_seed_posts($plan['posts'], $users, $terms);
copydesk_seed_media($plan['media'], $users);
copydesk_seed_comments($plan['comments']);
copydesk_seed_menus($plan['menus']);
copydesk_seed_plugin();
wp_set_option_autoload('using_application_passwords', true);

wp_defer_comment_counting(false);
wp_defer_term_counting(false);
$wpdb->query('COMMIT');

echo wp_json_encode($users);

function copydesk_seed_users($plan)
{
    global $wpdb;
    $users = [];
    foreach ($plan as $user) {
        $fields = [
            'user_login' => $user['username'],
            'user_pass' => $user['password'],
            'user_email' => $user['email'],
            'display_name' => $user['name'],
            'first_name' => strtok($user['name'], ' '),
            'nickname' => $user['username'],
            'user_url' => '',
            'role' => $user['role'],
        ];
        if ($user['role'] === 'administrator') {
            // The installer made this one; only its login name can't be changed through the API.
            $wpdb->update($wpdb->users, ['user_login' => $user['username'], 'user_nicename' => $user['username']], ['ID' => 1]);
            clean_user_cache(1);
            $id = wp_update_user(['ID' => 1] + $fields);
        } else {
            $id = wp_insert_user($fields);
        }
        [$password] = WP_Application_Passwords::create_new_application_password($id, ['name' => 'Copydesk']);
        $users[$user['role']] = ['id' => $id, 'applicationPassword' => $password];
    }
    return $users;
}

function copydesk_seed_terms($plan)
{
    $terms = [];
    foreach ($plan as $term) {
        $created = wp_insert_term($term['name'], $term['taxonomy'], ['slug' => $term['slug']]);
        $terms[$term['slug']] = $created;
    }
    return $terms;
}

// Rows are written directly: wp_insert_post asks some ten questions per post, which is seconds for two hundred.
function copydesk_seed_posts($plan, $users, $terms)
{
    global $wpdb;
    $relationships = [];
    foreach ($plan as $post) {
        $wpdb->insert($wpdb->posts, [
            'ID' => $post['id'],
            'post_author' => $users[$post['author']]['id'],
            'post_date' => $post['date'],
            'post_date_gmt' => in_array($post['status'], ['draft', 'pending'], true) ? '0000-00-00 00:00:00' : $post['date'],
            'post_modified' => $post['date'],
            'post_modified_gmt' => $post['date'],
            'post_title' => $post['title'],
            'post_name' => $post['slug'],
            'post_content' => $post['content'],
            'post_excerpt' => $post['excerpt'],
            'post_status' => $post['status'],
            'post_type' => $post['type'],
            'post_parent' => $post['parent'],
            'menu_order' => $post['order'],
            'comment_status' => $post['type'] === 'post' ? 'open' : 'closed',
            'ping_status' => 'closed',
            'to_ping' => '',
            'pinged' => '',
            'post_content_filtered' => '',
            'guid' => home_url('/?p=' . $post['id']),
        ]);
        foreach ($post['terms'] as $slug) {
            $relationships[] = sprintf('(%d,%d,0)', $post['id'], $terms[$slug]['term_taxonomy_id']);
        }
        if ($post['featuredMedia']) {
            add_post_meta($post['id'], '_thumbnail_id', $post['featuredMedia']);
        }
    }
    if ($relationships) {
        $wpdb->query("INSERT INTO $wpdb->term_relationships VALUES " . implode(',', $relationships));
        foreach (['category', 'post_tag', 'wp_pattern_category'] as $taxonomy) {
            wp_update_term_count(get_terms(['taxonomy' => $taxonomy, 'hide_empty' => false, 'fields' => 'tt_ids']), $taxonomy);
        }
    }
    wp_cache_flush();
}

function copydesk_seed_media($plan, $users)
{
    foreach ($plan as $media) {
        $uploads = wp_upload_dir('2023/01');
        $file = $uploads['path'] . '/' . $media['file'];
        copydesk_draw($file, $media['color']);
        $id = wp_insert_attachment([
            'import_id' => $media['id'],
            'post_title' => $media['title'],
            'post_mime_type' => 'image/png',
            'post_date' => '2023-01-09 08:00:00',
            'post_author' => $users['author']['id'],
            'guid' => $uploads['url'] . '/' . $media['file'],
        ], $file);
        update_post_meta($id, '_wp_attachment_image_alt', $media['alt']);
        wp_update_attachment_metadata($id, wp_generate_attachment_metadata($id, $file));
    }
}

// A sky, a sea and a sun: enough to tell one picture from another on a page.
function copydesk_draw($file, $color)
{
    [$red, $green, $blue] = $color;
    $image = imagecreatetruecolor(640, 400);
    imagefilledrectangle($image, 0, 0, 640, 400, imagecolorallocate($image, 225, 232, 240));
    imagefilledellipse($image, 200 + $red, 170, 120, 120, imagecolorallocate($image, 250, 205, 110));
    imagefilledrectangle($image, 0, 250, 640, 400, imagecolorallocate($image, $red, $green, $blue));
    imagepng($image, $file, 1);
}

function copydesk_seed_comments($plan)
{
    foreach ($plan as $comment) {
        wp_insert_comment([
            'comment_post_ID' => $comment['post'],
            'comment_author' => $comment['author'],
            'comment_author_email' => strtolower(remove_accents($comment['author'])) . '@example.org',
            'comment_content' => $comment['content'],
            'comment_approved' => $comment['approved'] ? 1 : 0,
            'comment_date' => $comment['date'],
            'comment_date_gmt' => $comment['date'],
        ]);
    }
}

function copydesk_seed_menus($plan)
{
    $locations = [];
    foreach ($plan as $menu) {
        $id = wp_create_nav_menu($menu['name']);
        foreach ($menu['items'] as $position => $item) {
            $target = isset($item['page'])
                ? ['menu-item-type' => 'post_type', 'menu-item-object' => 'page', 'menu-item-object-id' => $item['page']]
                : ['menu-item-type' => 'custom', 'menu-item-url' => $item['url']];
            wp_update_nav_menu_item($id, 0, $target + [
                'menu-item-title' => $item['title'],
                'menu-item-status' => 'publish',
                'menu-item-position' => $position + 1,
            ]);
        }
        $locations[$menu['location']] = $id;
    }
    set_theme_mod('nav_menu_locations', $locations);
}

// A plugin in a folder of its own: its key in the REST interface has a slash, `tides/tides`.
function copydesk_seed_plugin()
{
    wp_mkdir_p(WP_PLUGIN_DIR . '/tides');
    file_put_contents(WP_PLUGIN_DIR . '/tides/tides.php', "<?php\n/* Plugin Name: Tides */\n");
}
