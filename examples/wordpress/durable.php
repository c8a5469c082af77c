<?php
/**
 * What a site must provide so that what is saved replaces nothing that others have saved, and is never done twice: put
 * this file into `wp-content/mu-plugins`; it needs nothing else of this folder. `copydesk/durable` finds it by the
 * namespace `copydesk-durable/v1` in the REST index.
 *
 * - A single post of any type, term, user, comment, template, or the settings comes with an `ETag`: the same for everybody
 *   and in every context, another as soon as anything was saved that the REST interface shows. A list has it in each row as
 *   `copydesk_tag` for who asks for that by `_fields`.
 * - A write with `If-Match` is answered with 412, and the tag of now, where the record has another. One write to a record
 *   through the REST interface comes after the other, so that nothing is saved between the comparison and the write.
 * - A write with an `Idempotency-Key` is done once: who sends it again is answered as the first time. Of what routes
 *   outside of `wp/v2` answer, and those that make passwords, only the id and the status are kept.
 */

/** For how many days an answer is kept; writes may wait that long on a device. */
const COPYDESK_KEY_DAYS = 35;
/** How many answers are kept of one user; of more, the oldest are forgotten. */
const COPYDESK_KEYS_PER_USER = 300;
/** The most bytes that are kept of an answer, compressed; of a longer one its id. */
const COPYDESK_ANSWER_BYTES = 131072;
/** After how many seconds a write that has not ended counts as one that died. */
const COPYDESK_RUN_LIMIT = 300;
/** How long a write waits for another to the same record, and after how long that one counts as dead, in seconds. */
const COPYDESK_LOCK_WAIT = 5;
const COPYDESK_LOCK_LIMIT = 60;

add_action('rest_api_init', function () {
    register_rest_route('copydesk-durable/v1', '/about', [
        'methods' => 'GET',
        'callback' => fn() => ['preconditions' => true, 'idempotency_keys' => ['days' => COPYDESK_KEY_DAYS]],
        'permission_callback' => '__return_true',
    ]);
});

// Other origins may send and read what this is about.
add_filter('rest_allowed_cors_headers', fn($names) => [...$names, 'If-Match', 'Idempotency-Key']);
add_filter('rest_exposed_cors_headers', fn($names) => [...$names, 'ETag', 'Copydesk-Tag', 'Idempotency-Replayed', 'Retry-After']);

// After WordPress has found that whoever asks may do it, and before it is done; in batches as well.
add_filter('rest_dispatch_request', function ($result, $request, $route, $handler) {
    if ($result !== null || in_array($request->get_method(), ['GET', 'HEAD', 'OPTIONS'], true)) {
        return $result;
    }
    $record = copydesk_record_of($handler, $request);
    return copydesk_claim_key($request) ?? copydesk_claim_record($request, $record);
}, 10, 4);

add_filter('rest_request_after_callbacks', function ($response, $handler, $request) {
    // What a first request has deleted is not there for the second.
    $response = copydesk_answer_gone($response, $request) ?? $response;
    $answer = rest_ensure_response($response);
    if (!is_wp_error($answer)) {
        copydesk_add_tag($answer, $handler, $request);
        copydesk_add_tags_of_rows($answer, $handler, $request);
    }
    copydesk_release_record($request);
    copydesk_keep_answer($request, $answer);
    return is_wp_error($response) ? $response : $answer;
}, 10, 3);

// What has died on the way holds nobody up; whether it was done nobody knows.
register_shutdown_function(function () {
    foreach (copydesk_work() as $request) {
        copydesk_release_record($request);
        copydesk_give_up_key($request);
    }
});

/** The writes under way in this process, with what they hold. */
function copydesk_work()
{
    static $work = null;
    return $work ??= new SplObjectStorage();
}

function copydesk_held($request, $change = null)
{
    $work = copydesk_work();
    $held = $work->contains($request) ? $work[$request] : [];
    if ($change !== null) {
        $held = array_filter($change + $held);
        $held ? ($work[$request] = $held) : $work->detach($request);
    }
    return $held;
}

// Keys. Each is a row of its own among the options, whose names are unique: who inserts it does the work.

/** What a write with a key is answered with that is not the first of it; null for the first. */
function copydesk_claim_key($request)
{
    $key = $request->get_header('idempotency_key');
    if ($key === null) {
        return null;
    }
    if (!preg_match('/^[\x21-\x7e]{1,255}$/', $key)) {
        return copydesk_refusal(400, 'rest_invalid_idempotency_key', 'The Idempotency-Key is no text of 1 to 255 visible characters.');
    }
    if (!is_user_logged_in()) {
        return copydesk_refusal(401, 'rest_idempotency_needs_user', 'An Idempotency-Key belongs to somebody: sign in.');
    }
    $name = copydesk_key_name($key);
    $print = copydesk_fingerprint($request);
    $row = copydesk_key_row('running', $print);
    if (!copydesk_insert($name, $row)) {
        $known = copydesk_read($name);
        if ($known && $known->at < time() - COPYDESK_KEY_DAYS * DAY_IN_SECONDS) {
            $known = copydesk_replace($name, $known->row, $row) ? null : copydesk_read($name);
        }
        if ($known) {
            return copydesk_answer_again($known, $print);
        }
    }
    copydesk_keep_to_quota();
    // WordPress changes the parameters of a request while it does it.
    copydesk_held($request, ['key' => $name, 'row' => $row, 'print' => $print]);
    if (random_int(1, 100) === 1) {
        copydesk_forget_keys();
    }
    return null;
}

/** What a write was answered with that is refused now as there is no such record any more; null for any other. */
function copydesk_answer_gone($response, $request)
{
    $key = $request->get_header('idempotency_key');
    $status = is_wp_error($response) ? (int) ($response->get_error_data()['status'] ?? 500) : 0;
    if ($key === null || !in_array($status, [404, 410], true) || copydesk_held($request) || !is_user_logged_in()) {
        return null;
    }
    $known = copydesk_read(copydesk_key_name($key));
    $print = copydesk_fingerprint($request);
    return $known && $known->state === 'done' && $known->print === $print ? copydesk_answer_again($known, $print) : null;
}

function copydesk_key_name($key)
{
    return 'copydesk_key_' . get_current_user_id() . '_' . md5($key);
}

function copydesk_answer_again($known, $print)
{
    if ($known->print !== $print) {
        return copydesk_refusal(422, 'rest_idempotency_key_reused', 'This Idempotency-Key was sent with another request.');
    }
    if ($known->state === 'done') {
        $kept = unserialize(gzuncompress(base64_decode($known->answer)), ['allowed_classes' => ['stdClass']]);
        $answer = new WP_REST_Response($kept['data'], $kept['status'], ['Idempotency-Replayed' => 'true'] + $kept['headers']);
        foreach ($kept['links'] as $relation => $links) {
            foreach ($links as $link) {
                $answer->add_link($relation, $link['href'], $link['attributes']);
            }
        }
        return $answer;
    }
    if ($known->state === 'running' && $known->at > time() - COPYDESK_RUN_LIMIT) {
        $message = 'The first request with this Idempotency-Key is still under way.';
        return copydesk_refusal(409, 'rest_idempotency_running', $message, ['Retry-After' => '1']);
    }
    return copydesk_refusal(
        409,
        'rest_idempotency_unknown',
        'The first request with this Idempotency-Key has ended without an answer: look whether it was done.'
    );
}

/** Keeps the answer of a write that was done. Where nothing was done the key may be sent again. */
function copydesk_keep_answer($request, $answer)
{
    $held = copydesk_held($request);
    if (!isset($held['key'])) {
        return;
    }
    $status = is_wp_error($answer) ? (int) ($answer->get_error_data()['status'] ?? 500) : $answer->get_status();
    if ($status >= 500) {
        copydesk_give_up_key($request);
        return;
    }
    if ($status >= 400) {
        copydesk_delete($held['key'], $held['row']);
    } else {
        $whole = copydesk_is_kept_whole($request) ? copydesk_packed($answer, $answer->get_data(), $answer->get_headers(), $answer->get_links()) : null;
        $names = copydesk_packed($answer, array_intersect_key((array) $answer->get_data(), ['id' => 0, 'uuid' => 0]));
        $packed = $whole !== null && strlen($whole) <= COPYDESK_ANSWER_BYTES ? $whole : $names;
        $row = copydesk_key_row('done', $held['print'], $packed);
        copydesk_replace($held['key'], $held['row'], $row);
    }
    copydesk_held($request, ['key' => null, 'row' => null, 'print' => null]);
}

function copydesk_packed($answer, $data, $headers = [], $links = [])
{
    $kept = ['status' => $answer->get_status(), 'headers' => $headers, 'data' => $data, 'links' => $links];
    return base64_encode(gzcompress(serialize($kept)));
}

/** Whether a route answers with nothing that is shown once and kept nowhere: a new password, say, or a plugin's token. */
function copydesk_is_kept_whole($request)
{
    $route = $request->get_route();
    return preg_match('#^/wp/v2/#i', $route) && !preg_match('#/application-passwords#i', $route);
}

/** Forgets the oldest answers of a user who has more than one may have; what is under way stays. */
function copydesk_keep_to_quota()
{
    global $wpdb;
    $most = apply_filters('copydesk_keys_per_user', COPYDESK_KEYS_PER_USER, get_current_user_id());
    $like = $wpdb->esc_like('copydesk_key_' . get_current_user_id() . '_') . '%';
    $count = (int) $wpdb->get_var($wpdb->prepare("SELECT COUNT(*) FROM $wpdb->options WHERE option_name LIKE %s", $like));
    if ($count <= $most) {
        return;
    }
    $oldest = "SELECT option_name FROM $wpdb->options WHERE option_name LIKE %s AND option_value NOT LIKE %s ORDER BY option_id LIMIT %d";
    $running = '% ' . $wpdb->esc_like('running') . ' %';
    foreach ($wpdb->get_col($wpdb->prepare($oldest, $like, $running, $count - $most)) as $name) {
        $wpdb->delete($wpdb->options, ['option_name' => $name]);
    }
}

function copydesk_give_up_key($request)
{
    $held = copydesk_held($request);
    if (isset($held['key'])) {
        copydesk_replace($held['key'], $held['row'], copydesk_key_row('unknown', $held['print']));
        copydesk_held($request, ['key' => null, 'row' => null, 'print' => null]);
    }
}

/** The time comes first and is always as long, so that rows can be compared by it. */
function copydesk_key_row($state, $print, $answer = '')
{
    return sprintf('%010d %s %s %s %s', time(), $state, $print, bin2hex(random_bytes(8)), $answer);
}

/** What tells one request from another: not its credentials, nor how its form is divided. */
function copydesk_fingerprint($request)
{
    $files = array_map(fn($file) => [$file['name'] ?? '', $file['size'] ?? 0], $request->get_file_params());
    // With `force` a deletion is another one.
    $query = array_diff_key($request->get_query_params(), ['rest_route' => 0, '_wpnonce' => 0, '_locale' => 0]);
    ksort($query);
    $said = [$request->get_method(), $request->get_route(), $query, $request->get_json_params(), $request->get_body_params(), $files];
    return md5(wp_json_encode($said));
}

add_action('copydesk_forget_keys', 'copydesk_forget_keys');
add_action('init', function () {
    if (!wp_next_scheduled('copydesk_forget_keys')) {
        wp_schedule_event(time() + DAY_IN_SECONDS, 'daily', 'copydesk_forget_keys');
    }
});

function copydesk_forget_keys()
{
    global $wpdb;
    $oldest = sprintf('%010d', time() - COPYDESK_KEY_DAYS * DAY_IN_SECONDS);
    $like = $wpdb->esc_like('copydesk_key_') . '%';
    $wpdb->query($wpdb->prepare("DELETE FROM $wpdb->options WHERE option_name LIKE %s AND option_value < %s", $like, $oldest));
}

// Records: one write after the other, and none to another version than the one it is meant for.

/** What a write is answered with that may not be done to the record as it is; null where it may. */
function copydesk_claim_record($request, $record)
{
    if ($record === null) {
        return null;
    }
    $name = 'copydesk_lock_' . md5(implode(' ', $record));
    $row = sprintf('%010d %s', time(), bin2hex(random_bytes(8)));
    $until = microtime(true) + COPYDESK_LOCK_WAIT;
    while (!copydesk_insert($name, $row) && !copydesk_take_over($name, $row)) {
        if (microtime(true) > $until) {
            $message = 'The record is being written by others.';
            return copydesk_refusal(503, 'rest_record_busy', $message, ['Retry-After' => '1']);
        }
        usleep(50000);
    }
    copydesk_held($request, ['lock' => $name, 'lock_row' => $row]);
    // WordPress has read it before, and somebody may have written it since.
    copydesk_forget_read($record);
    $wanted = $request->get_header('if_match');
    $tag = $wanted === null ? null : copydesk_tag($record);
    if ($tag === null || copydesk_is_wanted($wanted, $tag)) {
        return null;
    }
    $message = 'The record has changed since it was read. Read it again, and send the tag of then.';
    return copydesk_refusal(412, 'rest_precondition_failed', $message, ['ETag' => $tag, 'Copydesk-Tag' => $tag]);
}

function copydesk_take_over($name, $row)
{
    $known = copydesk_value($name);
    $oldest = sprintf('%010d', time() - COPYDESK_LOCK_LIMIT);
    return $known !== null && $known < $oldest && copydesk_replace($name, $known, $row);
}

function copydesk_release_record($request)
{
    $held = copydesk_held($request);
    if (isset($held['lock'])) {
        copydesk_delete($held['lock'], $held['lock_row']);
        copydesk_held($request, ['lock' => null, 'lock_row' => null]);
    }
}

/** Whether a tag is among those of an `If-Match`. Web servers add to a tag how they have compressed what it came with. */
function copydesk_is_wanted($wanted, $tag)
{
    $tags = array_map(fn($one) => preg_replace('/[-;](gzip|br|zstd|deflate)"$/', '"', trim($one)), explode(',', $wanted));
    return in_array('*', $tags, true) || in_array($tag, $tags, true);
}

function copydesk_add_tag($answer, $handler, $request)
{
    // What was kept with a key has the tag of then.
    if ($answer->get_status() >= 300 || isset($answer->get_headers()['ETag'])) {
        return;
    }
    $data = $answer->get_data();
    $record = copydesk_record_of($handler, $request, is_array($data) ? $data : []);
    $tag = $record ? copydesk_tag($record) : null;
    if ($tag !== null) {
        $answer->header('ETag', $tag);
        // The same where a web server that compresses the answer makes the other one weak, or takes it away.
        $answer->header('Copydesk-Tag', $tag);
    }
}

/** In a list the tag of each row: asked for by name only, as it takes queries of its own. */
function copydesk_add_tags_of_rows($answer, $handler, $request)
{
    $rows = $answer->get_data();
    $asked = wp_parse_list($request['_fields'] ?? '');
    if (!in_array('copydesk_tag', $asked, true) || !is_array($rows) || !wp_is_numeric_array($rows)) {
        return;
    }
    foreach ($rows as $at => $row) {
        $record = copydesk_record_of($handler, $request, is_array($row) ? $row : []);
        $tag = $record ? copydesk_tag($record) : null;
        if ($tag !== null) {
            $rows[$at]['copydesk_tag'] = $tag;
        }
    }
    $answer->set_data($rows);
}

/**
 * Which record a request is about, as its kind and its id; null for one that is about none, several, or another sort.
 * @param array $made What was answered: of a new record the id, and of a row of a list.
 */
function copydesk_record_of($handler, $request, $made = [])
{
    [$controller, $method] = is_array($handler['callback'] ?? null) ? $handler['callback'] + [null, ''] : [null, ''];
    if (!is_object($controller) || !preg_match('/^(get_items|(get|update|delete|create)_(current_)?item)$/', $method)) {
        return null;
    }
    if ($controller instanceof WP_REST_Settings_Controller) {
        return ['settings', ''];
    }
    $id = str_contains($method, 'current') ? get_current_user_id() : $request['id'];
    $id = in_array($method, ['create_item', 'get_items'], true) ? $made['id'] ?? null : $id;
    if ($id === null || $id === '') {
        return null;
    }
    if ($controller instanceof WP_REST_Templates_Controller) {
        $type = str_contains($request->get_route(), '/template-parts') ? 'wp_template_part' : 'wp_template';
        return [$type, (string) $id];
    }
    $kinds = [
        'WP_REST_Posts_Controller' => 'post',
        'WP_REST_Global_Styles_Controller' => 'post',
        'WP_REST_Terms_Controller' => 'term',
        'WP_REST_Users_Controller' => 'user',
        'WP_REST_Comments_Controller' => 'comment',
    ];
    foreach ($kinds as $class => $kind) {
        if ($controller instanceof $class) {
            return [$kind, (int) $id];
        }
    }
    return null;
}

function copydesk_forget_read($record)
{
    [$kind, $id] = $record;
    $groups = ['post' => ['posts', 'post_meta'], 'term' => ['terms', 'term_meta'], 'user' => ['users', 'user_meta'], 'comment' => ['comment', 'comment_meta']];
    foreach ($groups[$kind] ?? [] as $group) {
        wp_cache_delete($id, $group);
    }
    if ($kind === 'post') {
        foreach (get_object_taxonomies((string) get_post_type($id)) as $taxonomy) {
            wp_cache_delete($id, "{$taxonomy}_relationships");
        }
    }
}

/** The tag of a record as it is now; null where there is none. */
function copydesk_tag($record)
{
    [$kind, $id] = $record;
    $says = [
        'post' => 'copydesk_post_says',
        'term' => 'copydesk_term_says',
        'user' => 'copydesk_user_says',
        'comment' => 'copydesk_comment_says',
        'settings' => 'copydesk_settings_say',
    ];
    $said = isset($says[$kind]) ? $says[$kind]($id) : copydesk_template_says($kind, $id);
    // With a key, as some of what it says is not for everybody who gets the tag, and could be guessed.
    return $said === null ? null : '"' . hash_hmac('md5', serialize($said), wp_salt()) . '"';
}

function copydesk_post_says($id)
{
    $post = get_post($id);
    if (!$post) {
        return null;
    }
    // What comes with comments and pings is nobody's edit.
    $row = array_diff_key($post->to_array(), array_flip(['comment_count', 'pinged', 'to_ping', 'filter', 'ancestors', 'page_template', 'post_category', 'tags_input']));
    $taxonomies = get_object_taxonomies($post->post_type);
    $terms = $taxonomies ? wp_get_object_terms($id, $taxonomies, ['fields' => 'tt_ids']) : [];
    sort($terms);
    return [$row, copydesk_meta_says('post', $id, $post->post_type), $terms, is_sticky($id)];
}

function copydesk_term_says($id)
{
    $term = get_term($id);
    if (!$term || is_wp_error($term)) {
        return null;
    }
    // How many records have it is nobody's edit of it.
    $row = array_diff_key(get_object_vars($term), ['count' => 0, 'filter' => 0]);
    $locations = array_keys(get_nav_menu_locations(), $id);
    $is_added_to = in_array($id, (get_option('nav_menu_options') ?: [])['auto_add'] ?? []);
    return [$row, copydesk_meta_says('term', $id, $term->taxonomy), $locations, $is_added_to];
}

function copydesk_user_says($id)
{
    $user = get_userdata($id);
    if (!$user) {
        return null;
    }
    $fields = ['user_login', 'user_nicename', 'user_email', 'user_url', 'display_name', 'first_name', 'last_name', 'nickname', 'description', 'locale'];
    return [array_map(fn($field) => $user->$field, $fields), $user->roles, copydesk_meta_says('user', $id, '')];
}

function copydesk_comment_says($id)
{
    $comment = get_comment($id);
    return $comment ? [$comment->to_array(), copydesk_meta_says('comment', $id, get_comment_type($id))] : null;
}

function copydesk_template_says($type, $id)
{
    $template = get_block_template($id, $type);
    if (!$template) {
        return null;
    }
    $fields = ['id', 'slug', 'title', 'description', 'content', 'status', 'source', 'wp_id', 'author', 'area'];
    return array_map(fn($field) => $template->$field ?? null, $fields);
}

function copydesk_settings_say()
{
    $shown = array_filter(get_registered_settings(), fn($setting) => !empty($setting['show_in_rest']));
    ksort($shown);
    return array_map('get_option', array_combine(array_keys($shown), array_keys($shown)));
}

/** The meta that the REST interface shows, itself or in other fields. All else may change without anybody's edit. */
function copydesk_meta_says($kind, $id, $subtype)
{
    $registered = array_merge(get_registered_meta_keys($kind), get_registered_meta_keys($kind, $subtype));
    $shown = array_keys(array_filter($registered, fn($meta) => !empty($meta['show_in_rest'])));
    $shown = array_merge($shown, ['_thumbnail_id', '_wp_page_template', '_wp_attached_file', '_wp_attachment_metadata', '_wp_attachment_image_alt']);
    $is_shown = fn($key) => in_array($key, $shown, true) || str_starts_with($key, '_menu_item_');
    $meta = array_filter(get_metadata($kind, $id) ?: [], $is_shown, ARRAY_FILTER_USE_KEY);
    ksort($meta);
    return $meta;
}

// Rows of the options that are nobody's setting, past the cache of options: what counts is which of two was first.

function copydesk_insert($name, $row)
{
    global $wpdb;
    return $wpdb->query($wpdb->prepare(
        "INSERT IGNORE INTO $wpdb->options (option_name, option_value, autoload) VALUES (%s, %s, 'no')",
        $name,
        $row
    )) === 1;
}

/** Whether a row was what was expected, and is another now. */
function copydesk_replace($name, $expected, $row)
{
    global $wpdb;
    return $wpdb->query($wpdb->prepare(
        "UPDATE $wpdb->options SET option_value = %s WHERE option_name = %s AND option_value = %s",
        $row,
        $name,
        $expected
    )) === 1;
}

function copydesk_delete($name, $expected)
{
    global $wpdb;
    $wpdb->query($wpdb->prepare("DELETE FROM $wpdb->options WHERE option_name = %s AND option_value = %s", $name, $expected));
}

function copydesk_value($name)
{
    global $wpdb;
    return $wpdb->get_var($wpdb->prepare("SELECT option_value FROM $wpdb->options WHERE option_name = %s", $name));
}

/** A row of a key, read; null where there is none. */
function copydesk_read($name)
{
    $row = copydesk_value($name);
    if ($row === null) {
        return null;
    }
    [$at, $state, $print, , $answer] = explode(' ', $row, 5) + [0, '', '', '', ''];
    return (object) ['row' => $row, 'at' => (int) $at, 'state' => $state, 'print' => $print, 'answer' => $answer];
}

function copydesk_refusal($status, $code, $message, $headers = [])
{
    return new WP_REST_Response(['code' => $code, 'message' => $message, 'data' => ['status' => $status]], $status, $headers);
}
