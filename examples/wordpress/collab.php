<?php
/**
 * What a site must provide for editors to work together: signalling at the ajax endpoint, and a relay at
 * `wp-sync/v1/updates`, both for whoever may edit what a room stands for. Loaded as a must-use plugin; needs nothing
 * else of this folder.
 */

const COPYDESK_ROOM_LIMIT = 50;
const COPYDESK_BODY_LIMIT = 16 * MB_IN_BYTES;
const COPYDESK_UPDATE_LIMIT = MB_IN_BYTES;
const COPYDESK_ROW_LIMIT = 50;
const COPYDESK_SILENCE_LIMIT = 30;

// Quotas: nobody who may edit anything may fill the database, or the answers that everybody else gets.
const COPYDESK_AWARENESS_LIMIT = 16 * KB_IN_BYTES;
const COPYDESK_CLIENT_LIMIT = 100;
const COPYDESK_USER_LIMIT = 20;
const COPYDESK_UPDATES_LIMIT = 200;
const COPYDESK_STORED_LIMIT = 1000;
const COPYDESK_ROOM_SIZE_LIMIT = 32 * MB_IN_BYTES;
const COPYDESK_MESSAGE_LIMIT = 64 * KB_IN_BYTES;
const COPYDESK_WAITING_LIMIT = 200;
const COPYDESK_TOPIC_LIMIT = 200;

// MySQL may show a row after one of a larger id, as both were written at once: what is younger is looked at again.
const COPYDESK_OVERLAP = 5;

// Signalling. One JSON file under a lock: topics with their subscribers, and subscribers with what waits for them.
// PHP can hold no answer open here, so each one ends at once and the browser asks again after `retry`.

add_action('wp_ajax_gutenberg_signaling_server', function () {
    if (!current_user_can('edit_posts')) {
        copydesk_refuse('You may not edit anything.');
    }
    $is_post = $_SERVER['REQUEST_METHOD'] === 'POST';
    $fields = wp_unslash($is_post ? $_POST : $_GET);
    $subscriber = $fields['subscriber_id'] ?? '';
    $text = $fields['message'] ?? '';
    $is_readable = is_string($text) && strlen($text) <= COPYDESK_MESSAGE_LIMIT;
    $message = $is_post && $is_readable ? json_decode($text, true) : null;
    if (!is_string($subscriber) || $subscriber === '' || strlen($subscriber) > 100) {
        exit('no identifier');
    }
    if ($is_post && !is_array($message)) {
        exit('no message');
    }
    $message = $is_post ? copydesk_allowed_message($message) : null;
    if ($is_post && !$message) {
        copydesk_refuse('You may not edit this.');
    }
    $waiting = [];
    $is_stored = copydesk_change_signaling($subscriber, function ($state) use ($subscriber, $message, &$waiting) {
        if ($message) {
            return copydesk_receive($state, $subscriber, $message);
        }
        $waiting = $state['subscribers'][$subscriber]['waiting'];
        $state['subscribers'][$subscriber]['waiting'] = [];
        return $state;
    });
    if ($is_post) {
        exit('{"result":"ok"}' . "\n\n");
    }
    header('Content-Type: text/event-stream');
    header('Cache-Control: no-cache');
    echo 'retry: ' . (defined('COPYDESK_SIGNALING_RETRY') ? COPYDESK_SIGNALING_RETRY : 3000) . "\n";
    if (!$is_stored) {
        echo "event: error\ndata: Could not open required file.\n";
    } elseif ($waiting) {
        echo 'id: ' . time() . "\nevent: message\ndata: " . wp_json_encode($waiting) . "\n";
    }
    exit("\n");
});

function copydesk_refuse($reason)
{
    status_header(403);
    exit($reason);
}

/**
 * A message without the topics of what its sender may not edit; null where none is left to subscribe to. What is
 * published there goes nowhere, so that other topics of the same page stay as they are.
 */
function copydesk_allowed_message($message)
{
    $is_allowed = fn($topic) => is_string($topic) && copydesk_may_edit(copydesk_topic_room($topic));
    if (is_array($message['topics'] ?? null) && $message['topics'] && ($message['type'] ?? '') === 'subscribe') {
        $message['topics'] = array_values(array_filter($message['topics'], $is_allowed));
        return $message['topics'] ? $message : null;
    }
    return isset($message['topic']) && !$is_allowed($message['topic']) ? ['type' => 'nothing'] : $message;
}

/** The room of the relay that stands for the same: `postType/post:7` for `postType/post-7`. */
function copydesk_topic_room($topic)
{
    [$type, $id] = preg_match('/^(.+)-([^-]+)$/', $topic, $parts) ? array_slice($parts, 1) : [$topic, 'index'];
    return $id === 'index' ? $type : "$type:$id";
}

function copydesk_receive($state, $subscriber, $message)
{
    $type = $message['type'] ?? '';
    $topics = array_filter((array) ($message['topics'] ?? []), 'is_string');
    if ($type === 'ping') {
        $state['subscribers'][$subscriber]['waiting'][] = ['type' => 'pong'];
    }
    if ($type === 'subscribe') {
        foreach (array_slice($topics, 0, COPYDESK_TOPIC_LIMIT) as $topic) {
            $state['topics'][$topic][$subscriber] = true;
        }
    }
    if ($type === 'unsubscribe') {
        foreach ($topics as $topic) {
            unset($state['topics'][$topic][$subscriber]);
        }
    }
    if ($type === 'publish' && is_string($message['topic'] ?? null)) {
        $members = array_keys($state['topics'][$message['topic']] ?? []);
        $message['clients'] = count($members);
        foreach ($members as $member) {
            $state['subscribers'][$member]['waiting'][] = $message;
            // Somebody who does not fetch them can do without the oldest: peers announce themselves again.
            $state['subscribers'][$member]['waiting'] =
                array_slice($state['subscribers'][$member]['waiting'], -COPYDESK_WAITING_LIMIT);
        }
    }
    return $state;
}

/**
 * Runs a change on what is stored, alone; false where the file can't be opened. A subscriber belongs to the user who came
 * first under its name: nobody else reads what waits for it.
 */
function copydesk_change_signaling($subscriber, $change)
{
    $file = @fopen(copydesk_signaling_file(), 'c+');
    if (!$file) {
        return false;
    }
    flock($file, LOCK_EX);
    $stored = stream_get_contents($file);
    $state = json_decode(substr($stored, strlen(COPYDESK_FILE_GUARD)), true) ?: ['topics' => [], 'subscribers' => []];
    $user = get_current_user_id();
    $alive = fn($each) => $each['seen'] > time() - HOUR_IN_SECONDS;
    $state['subscribers'] = array_filter($state['subscribers'], $alive);
    $known = $state['subscribers'][$subscriber] ?? ['waiting' => [], 'user' => $user];
    if ($known['user'] !== $user) {
        fclose($file);
        copydesk_refuse('Somebody else listens under this name.');
    }
    $state['subscribers'][$subscriber] = ['seen' => time()] + $known;
    $own = array_filter($state['subscribers'], fn($each) => $each['user'] === $user);
    uasort($own, fn($one, $other) => $other['seen'] <=> $one['seen']);
    unset($own[$subscriber]);
    $state['subscribers'] = array_diff_key($state['subscribers'], array_slice($own, COPYDESK_USER_LIMIT, null, true));
    foreach ($state['topics'] as $topic => $members) {
        $state['topics'][$topic] = array_intersect_key($members, $state['subscribers']);
    }
    $state['topics'] = array_filter($state['topics']);
    $changed = wp_json_encode($change($state));
    ftruncate($file, 0);
    rewind($file);
    fwrite($file, COPYDESK_FILE_GUARD . $changed);
    fclose($file);
    return true;
}

/** Begins the file, so that a web server which hands it out runs it instead and shows nothing. */
const COPYDESK_FILE_GUARD = "<?php exit; ?>\n";

/** Its name can't be guessed, and none that begins so is handed out by Apache. */
function copydesk_signaling_file()
{
    $folder = defined('COPYDESK_STATE_DIR') ? COPYDESK_STATE_DIR : WP_CONTENT_DIR;
    return $folder . '/.ht-copydesk-' . substr(wp_hash('copydesk signaling'), 0, 20) . '.php';
}

// For servers beside PHP, which hold sockets open: `1` for who may edit what a room stands for.
add_action('wp_ajax_copydesk_may_edit', function () {
    $room = wp_unslash($_GET['room'] ?? '');
    exit(is_string($room) && copydesk_may_edit($room) ? '1' : '0');
});

// The relay. A room is a hidden post, its updates are that post's meta: their ids only grow, so they are the cursor.

add_action('init', function () {
    register_post_type('copydesk_room', ['public' => false, 'rewrite' => false, 'query_var' => false]);
});

add_action('rest_api_init', function () {
    $integer = fn($least) => ['type' => 'integer', 'minimum' => $least, 'required' => true];
    register_rest_route('wp-sync/v1', '/updates', [
        'methods' => 'POST',
        'callback' => fn($request) => ['rooms' => array_map('copydesk_serve_room', copydesk_asked_rooms($request))],
        'permission_callback' => 'copydesk_check_rooms',
        'args' => [
            'rooms' => [
                'type' => 'array',
                'required' => true,
                'maxItems' => COPYDESK_ROOM_LIMIT,
                'items' => [
                    'type' => 'object',
                    'properties' => [
                        'room' => ['type' => 'string', 'pattern' => '^[^/]+/[^/:]+(?::\S+)?$', 'required' => true],
                        'client_id' => $integer(1),
                        'after' => $integer(0),
                        'awareness' => ['type' => ['object', 'null'], 'required' => true],
                        'updates' => [
                            'type' => 'array',
                            'required' => true,
                            'maxItems' => COPYDESK_UPDATES_LIMIT,
                            'items' => [
                                'type' => 'object',
                                'properties' => [
                                    'type' => [
                                        'type' => 'string',
                                        'enum' => ['sync_step1', 'sync_step2', 'update', 'compaction'],
                                        'required' => true,
                                    ],
                                    'data' => ['type' => 'string', 'maxLength' => COPYDESK_UPDATE_LIMIT, 'required' => true],
                                ],
                            ],
                        ],
                    ],
                ],
            ],
        ],
    ]);
});

/** The rooms as they were sent: WordPress would make a list of an empty object. */
function copydesk_asked_rooms($request)
{
    return json_decode($request->get_body())->rooms;
}

/** Whether the body is what WordPress has checked: it would take the rooms of the address where the body has none. */
function copydesk_is_checked_body($request)
{
    $body = $request->is_json_content_type() ? json_decode($request->get_body()) : null;
    return is_object($body) && is_array($body->rooms ?? null);
}

function copydesk_check_rooms($request)
{
    // For the Allow header WordPress also asks about requests that it has already refused.
    $validity = $request->has_valid_params();
    $validity = is_wp_error($validity) ? $validity : $request->sanitize_params();
    if (is_wp_error($validity)) {
        return $validity;
    }
    if (strlen($request->get_body()) > COPYDESK_BODY_LIMIT) {
        return new WP_Error('rest_sync_body_too_large', 'The request is too large.', ['status' => 413]);
    }
    if (!copydesk_is_checked_body($request)) {
        return new WP_Error('rest_invalid_param', 'Send the rooms as JSON.', ['status' => 400]);
    }
    $refusal = ['status' => rest_authorization_required_code()];
    if (!current_user_can('edit_posts')) {
        return new WP_Error('rest_cannot_edit', 'You may not edit this.', $refusal);
    }
    $refused = array_filter(copydesk_asked_rooms($request), fn($asked) => !copydesk_may_use($asked));
    if ($refused) {
        $refusal['rooms'] = array_values(array_map(fn($asked) => $asked->room, $refused));
        return new WP_Error('rest_cannot_edit', 'You may not edit this.', $refusal);
    }
    $messages = [
        'rest_sync_awareness_too_large' => 'What is said of this presence is too long.',
        'rest_sync_too_many_clients' => 'Too many are here already.',
        'rest_sync_room_full' => 'The document has too many changes.',
    ];
    foreach (copydesk_asked_rooms($request) as $asked) {
        $problem = copydesk_quota_problem($asked);
        if ($problem) {
            return new WP_Error($problem, $messages[$problem], ['status' => 429, 'rooms' => [$asked->room]]);
        }
    }
    return true;
}

/** What there is too much of in what is asked for a room; null where nothing is. */
function copydesk_quota_problem($asked)
{
    if (strlen(wp_json_encode($asked->awareness)) > COPYDESK_AWARENESS_LIMIT) {
        return 'rest_sync_awareness_too_large';
    }
    $id = copydesk_room_id($asked->room, false);
    if (!$id) {
        return null;
    }
    $present = copydesk_read_awareness($id);
    $own = array_filter($present, fn($each) => $each['user'] === get_current_user_id());
    $is_new = $asked->awareness !== null && !isset($present[$asked->client_id]);
    if ($is_new && (count($present) >= COPYDESK_CLIENT_LIMIT || count($own) >= COPYDESK_USER_LIMIT)) {
        return 'rest_sync_too_many_clients';
    }
    $added = array_filter($asked->updates, fn($update) => $update->type !== 'compaction');
    // One compaction in place of all there is makes room.
    if (!$added) {
        return null;
    }
    $rows = copydesk_read_heads($id);
    $size = array_sum(array_column($rows, 'size')) + array_sum(array_map(fn($update) => strlen($update->data), $added));
    $is_full = count($rows) + count($added) > COPYDESK_STORED_LIMIT || $size > COPYDESK_ROOM_SIZE_LIMIT;
    return $is_full ? 'rest_sync_room_full' : null;
}

function copydesk_may_use($asked)
{
    $id = copydesk_room_id($asked->room, false);
    $present = $id ? copydesk_read_awareness($id) : [];
    $holder = $present[$asked->client_id]['user'] ?? get_current_user_id();
    return $holder === get_current_user_id() && copydesk_may_edit($asked->room);
}

function copydesk_may_edit($room)
{
    if (!current_user_can('edit_posts')) {
        return false;
    }
    [$object, $id] = explode(':', $room, 2) + [1 => null];
    // Rooms in which edits stand, not whole records.
    $object = preg_replace('/--edit$/', '', $object);
    [$kind, $name] = explode('/', $object, 2) + [1 => ''];
    if ($id === null) {
        return copydesk_may_edit_all($kind, $name);
    }
    if (!ctype_digit($id)) {
        return false;
    }
    if ($kind === 'postType') {
        return get_post_type((int) $id) === $name && current_user_can('edit_post', (int) $id);
    }
    if ($kind === 'taxonomy') {
        return get_term((int) $id, $name) instanceof WP_Term && current_user_can('edit_term', (int) $id);
    }
    return $object === 'root/comment' && get_comment((int) $id) && current_user_can('edit_comment', (int) $id);
}

/** Whether somebody may meet others over something that has no id: all of a kind, or what there is one of. */
function copydesk_may_edit_all($kind, $name)
{
    if ($kind === 'root') {
        // Each with what it takes to change it; in the base, all tell where they are.
        $needed = ['base' => 'edit_posts', 'comment' => 'moderate_comments', 'site' => 'manage_options'];
        return isset($needed[$name]) && current_user_can($needed[$name]);
    }
    if ($kind === 'postType') {
        $type = get_post_type_object($name);
        return $type && $type->show_in_rest && current_user_can($type->cap->edit_posts);
    }
    $taxonomy = $kind === 'taxonomy' ? get_taxonomy($name) : false;
    return $taxonomy && $taxonomy->show_in_rest && current_user_can($taxonomy->cap->edit_terms);
}

function copydesk_serve_room($asked)
{
    $id = copydesk_room_id($asked->room, true);
    $present = copydesk_read_awareness($id);
    $client = $present[$asked->client_id] ?? ['sent' => []];
    unset($present[$asked->client_id]);
    foreach ($asked->updates as $update) {
        copydesk_store_update($id, $asked, $update, $client['sent']);
    }
    $rows = copydesk_read_heads($id);
    $is_recent = fn($row) => $row->time >= time() - COPYDESK_OVERLAP;
    $fresh = array_filter(
        $rows,
        fn($row) => ($row->id > $asked->after || ($is_recent($row) && !in_array($row->id, $client['sent'], true))) &&
            ($row->client !== $asked->client_id || ($row->type === 'compaction' && $row->id > $asked->after))
    );
    if ($asked->awareness !== null) {
        $present[$asked->client_id] = [
            'user' => get_current_user_id(),
            'seen' => time(),
            'state' => $asked->awareness,
            'sent' => array_values(array_map(fn($row) => $row->id, array_filter($rows, $is_recent))),
        ];
    }
    update_post_meta($id, 'copydesk_awareness', wp_slash(wp_json_encode((object) $present)));
    return [
        'room' => $asked->room,
        'end_cursor' => $rows ? end($rows)->id : 0,
        'awareness' => (object) array_map(fn($each) => $each['state'], $present),
        'updates' => copydesk_read_updates($fresh),
        'should_compact' => count($rows) > COPYDESK_ROW_LIMIT && min(array_keys($present) ?: [0]) === $asked->client_id,
        'total_updates' => count($rows),
    ];
}

/** @param int[] $sent Rows that whoever sends this has had lately. */
function copydesk_store_update($id, $asked, $update, $sent)
{
    global $wpdb;
    $type = $update->type;
    if ($type === 'compaction') {
        $rows = copydesk_read_heads($id);
        $newer = array_filter($rows, fn($row) => $row->type === 'compaction' && $row->id > $asked->after);
        // Made too late, it is still an update: what it holds may be nowhere else.
        $type = $newer ? 'update' : $type;
        // What came to light after it was read is not in it.
        $is_read = fn($row) => $row->id < $asked->after &&
            ($row->time < time() - COPYDESK_OVERLAP || $row->client === $asked->client_id || in_array($row->id, $sent, true));
        $read = $newer ? [] : array_map(fn($row) => $row->id, array_filter($rows, $is_read));
        foreach (array_chunk($read, 100) as $ids) {
            $wpdb->query("DELETE FROM $wpdb->postmeta WHERE meta_id IN (" . implode(',', $ids) . ')');
        }
    }
    $wpdb->insert($wpdb->postmeta, [
        'post_id' => $id,
        'meta_key' => 'copydesk_row',
        'meta_value' => "$asked->client_id $type " . time() . " $update->data",
    ]);
}

/** The rows of a room, oldest first, without what they hold. */
function copydesk_read_heads($id)
{
    global $wpdb;
    $rows = $wpdb->get_results($wpdb->prepare(
        "SELECT meta_id, SUBSTR(meta_value, 1, 64) AS head, LENGTH(meta_value) AS size FROM $wpdb->postmeta
        WHERE post_id = %d AND meta_key = 'copydesk_row' ORDER BY meta_id",
        $id
    ));
    return array_map(function ($row) {
        [$client, $type, $time] = explode(' ', $row->head, 4);
        return (object) [
            'id' => (int) $row->meta_id,
            'client' => (int) $client,
            'type' => $type,
            'time' => (int) $time,
            'size' => (int) $row->size,
        ];
    }, $rows);
}

/** What rows hold, oldest first. */
function copydesk_read_updates($heads)
{
    global $wpdb;
    if (!$heads) {
        return [];
    }
    $ids = implode(',', array_map(fn($row) => $row->id, $heads));
    $rows = $wpdb->get_col("SELECT meta_value FROM $wpdb->postmeta WHERE meta_id IN ($ids) ORDER BY meta_id");
    return array_map(function ($value) {
        [, $type, , $data] = explode(' ', $value, 4);
        return ['type' => $type, 'data' => $data];
    }, $rows);
}

/** Who was here less than half a minute ago: client id → user, time, state. */
function copydesk_read_awareness($id)
{
    $present = [];
    foreach (json_decode(get_post_meta($id, 'copydesk_awareness', true) ?: '{}') as $client => $each) {
        if ($each->seen > time() - COPYDESK_SILENCE_LIMIT) {
            $present[(int) $client] = [
                'user' => $each->user,
                'seen' => $each->seen,
                'state' => $each->state,
                'sent' => $each->sent ?? [],
            ];
        }
    }
    return $present;
}

/** The hidden post of a room, null where there is none and none is to be made. */
function copydesk_room_id($room, $is_made)
{
    global $wpdb;
    $name = md5($room);
    $find = fn() => (int) $wpdb->get_var($wpdb->prepare(
        "SELECT ID FROM $wpdb->posts WHERE post_type = 'copydesk_room' AND post_name = %s ORDER BY ID LIMIT 1",
        $name
    ));
    $id = $find();
    if ($id || !$is_made) {
        return $id ?: null;
    }
    // Of two who come first at once only one makes it: the names of options are unique.
    $lock = "copydesk_lock_$name";
    $sql = "INSERT IGNORE INTO $wpdb->options (option_name, option_value, autoload) VALUES (%s, %d, 'no')";
    for ($tries = 0; $tries < 40 && !$wpdb->query($wpdb->prepare($sql, $lock, time())); $tries++) {
        usleep(50000);
    }
    $fields = ['post_type' => 'copydesk_room', 'post_name' => $name, 'post_title' => $room, 'post_status' => 'publish'];
    $id = $find() ?: wp_insert_post($fields);
    $wpdb->delete($wpdb->options, ['option_name' => $lock]);
    return $id;
}

// What was written together goes with what it was written in.

add_action('deleted_post', fn($id, $post) => copydesk_forget_room("postType/$post->post_type:$id"), 10, 2);
add_action('delete_term', fn($id, $tt_id, $taxonomy) => copydesk_forget_room("taxonomy/$taxonomy:$id"), 10, 3);
add_action('deleted_comment', fn($id) => copydesk_forget_room("root/comment:$id"));

function copydesk_forget_room($room)
{
    [$object, $id] = explode(':', $room, 2);
    foreach ([$room, "$object--edit:$id"] as $name) {
        $post = copydesk_room_id($name, false);
        if ($post) {
            wp_delete_post($post, true);
        }
    }
}
