<?php
/**
 * Fills a freshly installed site from /tmp/content.json (see content.ts), or gives the users of one that was filled new
 * passwords, and prints, per role, the user's id and application password as JSON. One run, one transaction.
 */

require '/wordpress/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/image.php';
require_once ABSPATH . 'wp-admin/includes/nav-menu.php';

$plan = json_decode(file_get_contents('/tmp/content.json'), true);

$wpdb->query('START TRANSACTION');
// A site that was kept is filled: nobody knows its passwords, so everybody gets new ones.
if (get_option('blogname') === 'The Harbour Gazette') {
    $users = copydesk_renew_users($plan['users']);
    $wpdb->query('COMMIT');
    echo wp_json_encode($users);
    return;
}
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
        $users[$user['role']] = copydesk_let_in($id);
    }
    return $users;
}

function copydesk_renew_users($plan)
{
    $users = [];
    foreach ($plan as $user) {
        $id = get_user_by('login', $user['username'])->ID;
        wp_set_password($user['password'], $id);
        WP_Application_Passwords::delete_all_application_passwords($id);
        $users[$user['role']] = copydesk_let_in($id);
    }
    return $users;
}

function copydesk_let_in($id)
{
    [$password] = WP_Application_Passwords::create_new_application_password($id, ['name' => 'Copydesk']);
    return ['id' => $id, 'applicationPassword' => $password];
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
        $uploads = wp_upload_dir(str_replace('-', '/', substr($media['date'], 0, 7)));
        $file = $uploads['path'] . '/' . $media['file'];
        copydesk_draw($file, $media['title']);
        $id = wp_insert_attachment([
            'import_id' => $media['id'],
            'post_title' => $media['title'],
            'post_mime_type' => 'image/png',
            'post_date' => $media['date'],
            'post_author' => $users['author']['id'],
            'guid' => $uploads['url'] . '/' . $media['file'],
        ], $file);
        update_post_meta($id, '_wp_attachment_image_alt', $media['alt']);
        wp_update_attachment_metadata($id, wp_generate_attachment_metadata($id, $file));
    }
}

// Flat pictures, one of each scene, drawn here so that nobody else's are needed.
function copydesk_draw($file, $scene)
{
    $image = imagecreatetruecolor(640, 400);
    imageantialias($image, true);
    $ink = function ($rgb) use ($image) {
        return imagecolorallocate($image, ($rgb >> 16) & 255, ($rgb >> 8) & 255, $rgb & 255);
    };
    $box = function ($x, $y, $width, $height, $rgb) use ($image, $ink) {
        imagefilledrectangle($image, (int) $x, (int) $y, (int) ($x + $width - 1), (int) ($y + $height - 1), $ink($rgb));
    };
    $disc = function ($x, $y, $size, $rgb) use ($image, $ink) {
        imagefilledellipse($image, (int) $x, (int) $y, (int) $size, (int) $size, $ink($rgb));
    };
    $shape = function ($points, $rgb) use ($image, $ink) {
        imagefilledpolygon($image, $points, $ink($rgb));
    };
    $sky = function ($from, $to, $height) use ($box) {
        for ($y = 0; $y < $height; $y += 4) {
            $mix = 0;
            foreach ([16, 8, 0] as $shift) {
                $one = ($from >> $shift) & 255;
                $other = ($to >> $shift) & 255;
                $mix |= (int) ($one + ($other - $one) * $y / $height) << $shift;
            }
            $box(0, $y, 640, 4, $mix);
        }
    };
    switch ($scene) {
        case 'Harbour at dawn':
            $sky(0x6b8fb5, 0xf7c59f, 240);
            $disc(470, 226, 90, 0xfff1c9);
            $box(0, 236, 640, 164, 0x2f5d7c);
            for ($wave = 0; $wave < 22; $wave++) {
                $box(420 + ($wave * 37) % 110, 246 + $wave * 7, 60 - $wave, 2, 0xf3cfa3);
            }
            foreach ([[90, 290, 0xb2473e], [260, 262, 0xf4f1e8], [360, 330, 0x26394d]] as [$x, $y, $hull]) {
                $shape([$x, $y, $x + 130, $y, $x + 108, $y + 32, $x + 22, $y + 32], $hull);
                $box($x + 62, $y - 110, 4, 110, 0x3b2f2a);
                $shape([$x + 68, $y - 104, $x + 68, $y - 16, $x + 118, $y - 16], 0xfaf3e3);
            }
            break;
        case 'Market stalls':
            $sky(0xbfdcea, 0xeef3ea, 200);
            $box(0, 150, 640, 80, 0xc9a27e);
            for ($house = 0; $house < 6; $house++) {
                $box($house * 110, 60 + ($house % 3) * 22, 104, 180, [0xd98e6b, 0xe6c07b, 0xb6c3a0][$house % 3]);
                $box($house * 110 + 24, 100 + ($house % 3) * 22, 22, 32, 0x53616b);
                $box($house * 110 + 62, 100 + ($house % 3) * 22, 22, 32, 0x53616b);
            }
            $box(0, 230, 640, 70, 0x8d8375);
            $box(0, 300, 640, 100, 0xa99f91);
            foreach ([[20, 0xc0392b], [230, 0x2e7d5b], [440, 0x2c5f8a]] as [$x, $cloth]) {
                for ($stripe = 0; $stripe < 9; $stripe++) {
                    $shape([$x + $stripe * 20, 196, $x + $stripe * 20 + 20, 196, $x + $stripe * 20 + 22, 244, $x + $stripe * 20 - 2, 244], $stripe % 2 ? 0xfaf6ee : $cloth);
                }
                $box($x + 6, 244, 5, 100, 0x5b4636);
                $box($x + 168, 244, 5, 100, 0x5b4636);
                $box($x, 292, 180, 44, 0x7b5b3f);
                for ($fruit = 0; $fruit < 11; $fruit++) {
                    $disc($x + 14 + $fruit * 15, 288, 18, [0xd9a441, 0xb8402f, 0x7fa650][($fruit + $x) % 3]);
                }
            }
            break;
        case 'Night tram':
            $sky(0x0e1430, 0x2c2f56, 290);
            foreach ([[60, 40], [140, 90], [250, 30], [330, 70], [430, 44], [520, 96], [600, 36]] as [$x, $y]) {
                $disc($x, $y, 4, 0xfdf6d8);
            }
            for ($house = 0; $house < 7; $house++) {
                $box($house * 95, 120 + ($house * 53) % 60, 90, 180, 0x1a1d3a);
                $box($house * 95 + 18, 150 + ($house * 53) % 60, 14, 20, $house % 2 ? 0xf2c14e : 0x2a2e55);
                $box($house * 95 + 54, 190 + ($house * 53) % 40, 14, 20, $house % 3 ? 0x2a2e55 : 0xf2c14e);
            }
            $box(0, 300, 640, 100, 0x24263f);
            $box(0, 352, 640, 4, 0x8a8da8);
            $box(0, 376, 640, 4, 0x8a8da8);
            $box(0, 150, 640, 2, 0x55597e);
            $shape([300, 150, 330, 200, 360, 150], 0x55597e);
            $box(120, 200, 400, 150, 0xc8453b);
            $box(120, 300, 400, 14, 0xf2e8d5);
            for ($window = 0; $window < 6; $window++) {
                $box(136 + $window * 63, 222, 50, 60, 0xffe9a8);
            }
            $disc(180, 352, 34, 0x0e1020);
            $disc(460, 352, 34, 0x0e1020);
            $disc(512, 318, 18, 0xfff6cf);
            break;
        case 'Winter garden':
            $sky(0xdfe9f1, 0xf7faf8, 400);
            $box(60, 140, 520, 230, 0xcfe3dc);
            $shape([60, 140, 320, 30, 580, 140], 0xbcd8d0);
            for ($pane = 0; $pane <= 8; $pane++) {
                $box(58 + $pane * 65, 140, 4, 230, 0xf9fbfa);
            }
            foreach ([140, 220, 300] as $y) {
                $box(60, $y, 520, 4, 0xf9fbfa);
            }
            foreach ([[120, 0x2f6b46], [215, 0x4d8a4f], [330, 0x20563a], [430, 0x5f9a5a], [520, 0x37724c]] as [$x, $green]) {
                $box($x - 3, 250, 6, 110, 0x6b4f3a);
                foreach ([[0, 240], [-28, 262], [28, 262], [-18, 222], [18, 222]] as [$dx, $y]) {
                    $disc($x + $dx, $y, 52, $green);
                }
                $shape([$x - 24, 330, $x + 24, 330, $x + 18, 370, $x - 18, 370], 0xb5653f);
            }
            $disc(215, 226, 14, 0xe8833a);
            $disc(440, 250, 14, 0xe8833a);
            $box(0, 370, 640, 30, 0xf0f3f4);
            break;
        case 'Bell tower':
            $sky(0x88b7d6, 0xe9f0ec, 400);
            $disc(120, 90, 60, 0xffffff);
            $disc(160, 100, 80, 0xffffff);
            $disc(210, 96, 56, 0xffffff);
            $shape([0, 330, 200, 270, 420, 320, 640, 260, 640, 400, 0, 400], 0x7f9d6a);
            $box(280, 130, 110, 240, 0xd9cbb3);
            $box(270, 226, 130, 10, 0xb8a88c);
            $shape([266, 130, 335, 20, 404, 130], 0x7d3b34);
            $box(331, 2, 8, 26, 0x3a3a3a);
            $box(306, 150, 58, 66, 0x4c5560);
            $disc(335, 150, 58, 0x4c5560);
            $shape([322, 168, 348, 168, 358, 204, 312, 204], 0xd8a63c);
            $disc(335, 206, 12, 0x9a7322);
            $disc(335, 280, 52, 0xf7f3e8);
            $box(333, 260, 4, 22, 0x333333);
            $box(335, 278, 16, 4, 0x333333);
            break;
        default:
            $box(0, 0, 640, 400, 0xe9dcc3);
            for ($shelf = 0; $shelf < 4; $shelf++) {
                $box(30, 96 + $shelf * 74, 380, 8, 0x7a5636);
                $x = 34;
                for ($book = 0; $x < 396; $book++) {
                    $width = 10 + ($book * 7 + $shelf * 5) % 13;
                    $height = 44 + ($book * 11 + $shelf * 3) % 22;
                    $box($x, 96 + $shelf * 74 - $height, $width, $height, [0x8c3b33, 0x2f5573, 0x466b4a, 0xc08a3e, 0x5d4a6b, 0xd8cdb8][($book * 5 + $shelf) % 6]);
                    $x += $width + 2;
                }
            }
            $box(0, 340, 640, 60, 0xa67c52);
            $box(520, 120, 5, 190, 0x3a3a3a);
            $shape([480, 130, 565, 130, 545, 80, 500, 80], 0xe2b04a);
            $shape([455, 230, 600, 230, 612, 330, 443, 330], 0x7c3f3a);
            $box(436, 262, 26, 78, 0x6a332f);
            $box(594, 262, 26, 78, 0x6a332f);
    }
    imagepng($image, $file, 6);
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
